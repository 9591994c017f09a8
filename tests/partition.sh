#!/bin/sh
# partition.sh -- partition.csv counts the samples that clients hold as another hand counts them: by label of a
# given partition, by tenths of sorted responses; of replicate 0 alone, and the server's too.
. "${FED_SRCDIR:?}/tests/lib.sh"

cd "$tmp" || exit 1
awk 'BEGIN { srand(3); print "who,x,y"; for (i = 0; i < 300; i++) print int(7 * rand()) "," rand() "," int(4 * rand() * rand()) }' >x.csv
cat >x.cfg <<'END'
replicates = 3;
data = { source = "file"; path = "x.csv"; target = "y"; client = "who"; };
loss = { type = "softmax"; };
algorithm = { name = "fedavg"; rounds = 2; learning_rate = 0.1; clients_per_round = 3; };
output = { partition = true; };
END
expect_status 0 'labels' "$FEDOMP" -q -c x.cfg -o labels
cut -d , -f 2-4,7 labels/partition.csv | sed 1d | sort >found
sed 1d x.csv | awk -F, '{ n["0," $1 "," $3]++ } END { for (k in n) print k "," n[k] }' | sort >expected
expect_same found expected 'each label of each client, once'
expect_match labels/partition.csv '^run,replicate,client,label,low,high,samples$'

cat >y.cfg <<'END'
data = { source = "synthetic"; model = "linear"; samples = 1000; theta = [1.0, -2.0]; };
partition = { clients = 20; scheme = "sorted"; };
algorithm = { name = "fedavg"; rounds = 2; learning_rate = 0.1; };
output = { partition = true; };
END
expect_status 0 'responses' "$FEDOMP" -q -c y.cfg -o sorted
cut -d , -f 3,4,7 sorted/partition.csv | sed 1d >found
awk 'BEGIN { for (m = 0; m < 20; m++) print m "," int(m / 2) ",50" }' >expected
expect_same found expected 'sorted clients hold a half of a tenth each'
check 'tenths meet at their ends' awk -F, 'NR > 3 && $4 != label && $5 != high { exit 1 } { label = $4; high = $6 }' \
    sorted/partition.csv
expect_status 0 'without being asked' "$FEDOMP" -q --force -c y.cfg -o sorted -D output.partition=false
check 'none is written, and the old one goes' test ! -e sorted/partition.csv
for threads in 1 3; do
    run "$FEDOMP" -q -t $threads -c x.cfg -o "t$threads" -D partition.scheme=dirichlet -D partition.clients=5
done
expect_same t1/partition.csv t3/partition.csv 'the same at any number of threads'
expect_status 3 'a linear program' "$FEDOMP" -q -c fedipm_lp -o lp -D output.partition=true
expect_line err 'has no samples to share'
finish
