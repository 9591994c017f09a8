# title.awk -- a panel's title from a key and its value.
BEGIN {
    print say(ARGV[1]) " " say_value(ARGV[2])
    exit
}
