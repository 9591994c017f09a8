#!/bin/sh
# report_browser.sh -- a browser opens the page: its script sorts a table, what it shows is no blank, and
# nothing goes wrong on a wide and on a narrow window.
. "${FED_SRCDIR:?}/tests/lib.sh"

if ! command -v chromium >/dev/null; then
    skip 'the page in a browser' 'chromium is not installed'
    finish
fi
cd "$tmp" || exit 1
HOME=$tmp
export HOME

cat >run.cfg <<'END'
name = "browser";
replicates = 3;
data = { source = "synthetic"; model = "linear"; samples = 400; theta = [1.0, -1.0, 0.5]; };
partition = { clients = 10; };
network = { type = "circle"; };
algorithm = { name = "ngd"; rounds = 50; learning_rate = 0.05; };
output = { every = 5; partition = true; };
sweep = ( { key = "algorithm.learning_rate"; values = [0.02, 0.1, 0.005, 0.05]; } );
END
expect_status 0 'a sweep to look at' "$FEDOMP" -q -c run.cfg -o sweep
expect_status 0 'its page' "$FED_BUILDDIR/fedomp-report" -q sweep
page=file://$tmp/sweep/report.html

# browse OPTION... URL -- without a window, a network, or anything of the user's.
browse() {
    rm -rf "$tmp/profile"
    timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
        --user-data-dir="$tmp/profile" "$@"
}

# rates -- the column of rates, in the order of the rows.
rates() {
    awk '{ gsub(/<tr>/, "\n<tr>"); print }' "$1" | sed -n '/id="t-runs"/,/<\/table>/p' |
        sed -n 's/^<tr><td class="n">[0-9]*<\/td><td class="n">\([0-9.]*\)<\/td>.*/\1/p' | tr '\n' ' '
}

browse --dump-dom "$page" >plain.html 2>"$err"
expect_match plain.html '<th scope="col"[^>]*><button type="button">gap</button></th>' 'headings became buttons'
expect_match plain.html '<th scope="col"[^>]* data-name="gap">' 'and keep their names, which are printed'
expect_line plain.html "$(printf 'data-name="algorithm.\342\200\213learning_\342\200\213rate"')" 'broken between their words alone'
check 'the best rate comes first, the slowest last' test "$(rates plain.html)" = '0.1 0.05 0.02 0.005 '
browse --dump-dom "$page#sort=t-runs:1" >up.html 2>"$err"
check 'sorted by rate' test "$(rates up.html)" = '0.005 0.02 0.05 0.1 '
expect_match up.html 'aria-sort="ascending"><button type="button">algorithm.learning_rate' 'and its heading says so'
browse --dump-dom "$page#sort=t-runs:0:down" >down.html 2>"$err"
check 'sorted by run, downwards' test "$(rates down.html)" = '0.05 0.005 0.1 0.02 '

# number FILE OFFSET -- four bytes of a PNG file, the highest first.
number() {
    od -A n -t u1 -j "$2" -N 4 "$1" | awk '{ print ((($1 * 256 + $2) * 256) + $3) * 256 + $4 }'
}
printf '<!DOCTYPE html><title>blank</title>' >blank.html
for size in 1200,900 400,800; do
    browse --screenshot="$tmp/shot.png" --window-size=$size "$page" >/dev/null 2>"$err"
    browse --screenshot="$tmp/blank.png" --window-size=$size "file://$tmp/blank.html" >/dev/null 2>"$err"
    check "a picture of $size" test "$(number shot.png 16),$(number shot.png 20)" = "$size"
    check "a picture of $size that is not blank" \
        test "$(wc -c <shot.png)" -gt $((4 * $(wc -c <blank.png)))
done

expect_line plain.html 'samples held, all runs' 'the partition that all runs share'

# Words of the pictures neither overlap nor leave them.
{
    cat sweep/report.html
    printf '<script>'
    cat "$FED_SRCDIR/tests/boxes.js"
    printf '</script>'
} >boxes.html
browse --dump-dom "file://$tmp/boxes.html" 2>"$err" |
    sed -n '/<pre id="faults">/,/<\/pre>/{ s/.*<pre[^>]*>//; s/<\/pre.*//; /./p; }' >faults
echo looked >expected
expect_same faults expected 'words of the pictures keep apart'

# A real click, through WebDriver.
if ! command -v chromedriver >/dev/null || ! command -v curl >/dev/null; then
    skip 'a click on a heading' 'chromedriver or curl is not installed'
    finish
fi
chromedriver --port=0 >driver.log 2>&1 &
driver=$!
trap 'kill $driver 2>/dev/null; chmod -R u+rwX "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
tries=0
until port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' driver.log) && [ -n "$port" ]; do
    tries=$((tries + 1))
    [ $tries -lt 50 ] || break
    sleep 0.2
done

# ask METHOD PATH [JSON] -- the value of the answer.
ask() {
    curl -s -m 60 --noproxy '*' -X "$1" -H 'Content-Type: application/json' ${3:+-d "$3"} \
        "http://127.0.0.1:$port/session$2"
}
ask POST '' '{"capabilities":{"alwaysMatch":{"goog:chromeOptions":{"args":["--headless","--no-sandbox",
    "--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking",
    "--disable-component-update","--disable-sync","--window-size=1200,900",
    "--user-data-dir='"$tmp"'/clicks"]}}}}' >session
session=$(sed -n 's/.*"sessionId":"\([0-9a-f-]*\)".*/\1/p' session)
check 'a session of WebDriver' test -n "$session"
ask POST "/$session/url" "{\"url\":\"$page\"}" >answer
ask POST "/$session/element" '{"using":"css selector","value":"#t-runs th:nth-child(2) button"}' >answer
heading=$(sed -n 's/.*"element-[^"]*":"\([^"]*\)".*/\1/p' answer)
for wanted in '0.005 0.02 0.05 0.1 ' '0.1 0.05 0.02 0.005 '; do
    ask POST "/$session/element/$heading/click" '{}' >answer
    ask POST "/$session/execute/sync" '{"args":[],"script":"return Array.from(document.querySelectorAll(\"#t-runs tbody tr\"), (row) => row.cells[1].textContent).join(\" \") + \" \""}' >answer
    check "a click on the heading gives $wanted" grep -F -q "\"value\":\"$wanted\"" answer
done
ask POST "/$session/execute/sync" '{"args":[],"script":"return document.documentElement.scrollWidth <= window.innerWidth"}' >answer
check 'the page is no wider than the window' grep -F -q '"value":true' answer
ask DELETE "/$session" >answer
finish
