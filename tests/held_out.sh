#!/bin/sh
# held_out.sh -- accuracy, test_error, test_loss and test_mse against sums by another hand: of the server's model,
# and of the mean of the clients' models where there is no server.
# shellcheck disable=SC2016 # programs of awk are meant literally
. "${FED_SRCDIR:?}/tests/lib.sh"

cd "$tmp" || exit 1
# Samples whose three laws share the features: y normal, c a class, k a count.
awk 'BEGIN {
    print "a,b,y,c,k"
    for (i = 0; i < 240; i++) {
        a = sin(7 * i + 1); b = cos(5 * i * i + 2); e = sin(11 * i * i)
        print a "," b "," 2 * a - b + e "," (a + .5 * b + .7 * e > 0) "," int(exp(.5 * a - .3 * b) + 1 + e)
    }
}' >all.csv
sed 1d all.csv | awk 'NR <= 180' >rows
{ head -n 1 all.csv; cat rows; } >train.csv
{ head -n 1 all.csv; sed 1d all.csv | awk 'NR > 180'; } >test.csv

# sums FILE RESPONSE THETA... -- errors, mean loss and mean square of the last theta, by the law of the response.
sums() {
    awk -F, -v law="$2" -v theta="$3" '
        BEGIN { split(theta, t, " ") }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        {
            eta = t[1] * $at["a"] + t[2] * $at["b"]
            y = $at[law]
            n++
            if (law == "c") {
                wrong += (eta > 0) != y
                loss += log(1 + exp(eta)) - y * eta
            } else if (law == "k") {
                loss += exp(eta) - y * eta
                square += (exp(eta) - y) ^ 2
            } else {
                loss += (eta - y) ^ 2 / 2
                square += (eta - y) ^ 2
            }
        }
        END { printf "%.12g %.12g %.12g\n", wrong / n, loss / n, square / n }' "$1"
}

# value DIR COLUMN -- at the last round.
value() {
    awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { v = $at } END { print v }' \
        "$1/metrics.csv"
}

# near NAME A B -- equal but for rounding.
near() {
    check "$1: $2 is $3" awk -v a="$2" -v b="$3" 'BEGIN { d = a - b; exit !(a != "" && d * d <= 1e-18 * (1 + b * b)) }'
}

for method in 'ngd circle' 'fedavg server'; do
    for law in 'y linear' 'c logistic' 'k poisson'; do
        name=${method% *}-${law% *}
        cat >run.cfg <<END
data = { source = "file"; path = "train.csv"; test_path = "test.csv"; target = "${law% *}";
         drop = [$(for other in y c k; do [ $other = "${law% *}" ] || printf '"%s" ' $other; done | sed 's/ "/, "/')]; };
partition = { clients = 6; };
network = { type = "circle"; };
loss = { type = "${law#* }"; l2 = 0.01; };
algorithm = { name = "${method% *}"; rounds = 7; learning_rate = 0.2; };
output = { columns = ["test_loss", "test_mse"]; };
END
        expect_status 0 "$name" "$FEDOMP" -q -c run.cfg -o "$name"
        # The server's model, or the mean over the clients.
        theta=$(awk -F, 'NR > 1 { a += $4; b += $5; n++ } END { printf "%.17g %.17g", a / n, b / n }' "$name/theta.csv")
        read -r wrong loss square <<END
$(sums test.csv "${law% *}" "$theta")
END
        near "$name: test_loss" "$(value "$name" test_loss)" "$loss"
        if [ "${law% *}" = c ]; then
            near "$name: test_error" "$(value "$name" test_error)" "$wrong"
            check "$name: no test_mse of classes" test -z "$(value "$name" test_mse)"
            read -r wrong loss square <<END
$(sums train.csv c "$theta")
END
            near "$name: accuracy" "$(value "$name" accuracy)" "$(awk -v w="$wrong" 'BEGIN { printf "%.12g", 1 - w }')"
        else
            near "$name: test_mse" "$(value "$name" test_mse)" "$square"
            check "$name: no test_error of regression" test -z "$(value "$name" test_error)"
        fi
    done
done
# The clients of the first run differ: a mean over their errors is another number than the error of their mean.
check 'the clients differ' awk -F, 'NR == 2 { a = $4 } NR > 2 && $4 != a { found = 1 } END { exit !found }' ngd-c/theta.csv
expect_line ngd-y/summary.csv ',test_mse,' 'summary.csv has them too'
expect_status 0 'without a test set' "$FEDOMP" -q -c run.cfg -D data.test_path= -o without
check 'they are empty' test -z "$(value without test_loss)"
finish
