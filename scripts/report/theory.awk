# theory.awk -- what theory says beside what was measured, a row for each statement that a run allows.

# look RUN "fact PATH" | "zero METRIC" | "final METRIC" | "table NAME COLUMN" | "curve SET" -- or "".
function look(run, what,    word, set)
{
    split(what, word, " ")
    if (word[1] == "fact")
        return fact[run, "analyses." word[2]]
    if (word[1] == "zero")
        return zero[run, word[2]]
    if (word[1] == "final")
        return final[run, word[2]]
    if (word[1] == "table")
        return table[run, word[2], word[3]]
    set = word[2] ".csv: " word[3]
    return points[set, run] ? data[set, run, points[set, run], "y"] "" : ""
}

function claim(run, statement, theory, measured, verdict)
{
    claims++
    claim_run[claims] = run
    claim_text[claims] = statement
    claim_theory[claims] = theory
    claim_measured[claims] = measured
    claim_verdict[claims] = verdict
}

# bound: measured <= theory up to rounding; equal: how far the two are apart.
function bound(run, statement, theory, measured)
{
    theory = look(run, theory)
    measured = look(run, measured)
    if (number(theory) && number(measured))
        claim(run, statement, theory, measured, \
            (measured + 0 <= theory * (1 + 1e-9) + 1e-15 ? "holds" : "does not hold"))
}

function equal(run, statement, theory, measured,    scale)
{
    theory = look(run, theory)
    measured = look(run, measured)
    if (number(theory) && number(measured)) {
        scale = theory < 0 ? -theory : theory + 0
        claim(run, statement, theory, measured, sprintf("difference %.3g", measured - theory) \
            (scale > 1e-6 ? sprintf(" (%.2g%%)", 100 * (measured - theory) / scale) : ""))
    }
}

# condition RUN STATEMENT NAME -- NAME_left < NAME_right.
function condition(run, statement, name,    left, right)
{
    left = fact[run, "analyses." name "_left"]
    right = fact[run, "analyses." name "_right"]
    if (number(left) && number(right))
        claim(run, statement, "< " right, left, \
            (fact[run, "analyses." name "_holds"] == 1 ? "condition holds" : "condition fails"))
}

# The rate of Theorem 1 is examined by the program, which warns; as there, not where eigenvalues are dear.
function theorem1(run,    p)
{
    if (conf(run, "algorithm.name") != "ngd" || conf(run, "loss.type") !~ /^(linear|quadratic)$/)
        return
    p = fact[run, "counts.parameters"]
    if (fact[run, "counts.clients"] * p * p * p > 1e10)
        return
    claim(run, "NGD converges, Theorem 1", "rate < 2/lambda_max of every client", conf(run, "algorithm.learning_rate"), \
        ((run, "warning") in fact ? "condition fails: " fact[run, "warning"] : "condition holds") "; " \
        (lost(run) ? "a replicate has no answer" : "all replicates stayed finite"))
}

# SE^2 of the three networks in closed form: for fixed-degree its expectation over graphs.
function balance(run,    m, type, theory)
{
    if (!((run, "graph.se") in fact))
        return
    m = fact[run, "counts.clients"]
    type = conf(run, "network.type")
    if (m < 3)
        return
    if (type == "central")
        theory = (m - 2) ^ 2 / (m - 1)
    else if (type == "circle" || type == "complete")
        theory = 0
    else if (type == "fixed-degree" && conf(run, "network.degree") > 0)
        theory = 1 / conf(run, "network.degree") - 1 / (m - 1)
    else
        return
    claim(run, "SE^2(W) of a " type " network" (type == "fixed-degree" ? ", in expectation" : ""), \
        sprintf("%.17g", theory), sprintf("%.17g", fact[run, "graph.se"] ^ 2), "")
}

function collect_claims(    r, run)
{
    for (r = 1; r <= runs; r++) {
        run = by_rank[r]
        theorem1(run)
        balance(run)
        bound(run, "certificate: gap at most |grad|^2/(2 mu), replicate 0", "fact certificate.gap_at_most", "zero gap")
        bound(run, "surrogate: distance of the minimisers, Theorem 16", "table surrogate theorem16", "table surrogate distance")
        bound(run, "surrogate: distance of the minimisers, Theorem 17", "table surrogate theorem17", "table surrogate distance")
        bound(run, "surrogate: distance of the minimisers, Corollary 20", "table surrogate corollary20", "table surrogate distance")
        bound(run, "surrogate: shift of the minimiser, Theorem 21", "table surrogate theorem21", "table surrogate shift")
        bound(run, "surrogate: condition number, Corollaries 13 and 14", "table surrogate corollary", "table surrogate condition")
        bound(run, "bias, variance and heterogeneity: error at the last round", "curve decomposition bound", "curve decomposition measured")
        bound(run, "prediction error with early stopping, Theorem 8", "curve decomposition theorem8", "curve decomposition measured")
        bound(run, "prediction error of a finite rank, Theorem 11", "curve decomposition theorem11", "curve decomposition measured")
        bound(run, "error of the coefficients, Theorem 12", "curve decomposition theorem12", "curve decomposition coefficients")
        bound(run, "distance to the surrogate minimiser, Theorem 26", "curve local-convergence theorem26", "curve local-convergence surrogate_square")
        bound(run, "distance to the surrogate minimiser, Theorem 27", "curve local-convergence theorem27", "curve local-convergence surrogate_square")
        bound(run, "distance to the minimiser, Corollary 28", "curve local-convergence corollary28", "curve local-convergence optimum_square")
        bound(run, "distance to the minimiser, Theorem 29", "curve local-convergence theorem29", "curve local-convergence optimum_square")
        bound(run, "variance of an update, Lemma 23, replicate 0", "fact local-convergence.lemma23", "fact local-convergence.variance")
        condition(run, "NGD is efficient, (3) of Theorem 2, replicate 0", "ngd-efficiency.theorem2")
        condition(run, "NGD is efficient, (C2) of Theorem 3, replicate 0", "ngd-efficiency.theorem3")
        equal(run, "contraction of NGD a round, replicate 0", "fact ngd-efficiency.radius", "fact ngd-efficiency.measured_radius")
        equal(run, "stable solution: log MSE where the iteration settles, replicate 0", "fact stable.log_mse", "zero log_mse")
        equal(run, "closed form of the limit: loss, replicate 0", "fact limit.loss", "zero loss")
        equal(run, "closed form of the limit: gradient norm, replicate 0", "fact limit.grad_norm", "zero grad_norm")
        equal(run, "log MSE of the pooled estimator, median", "table optimum log_mse", "final log_mse")
        if ((run, "cost.expected_time") in fact && (run, "cost.simulated_time.mean") in fact)
            claim(run, "time of the rounds: expected, and the mean of the simulated", fact[run, "cost.expected_time"], \
                fact[run, "cost.simulated_time.mean"], "")
        if ((run, "analyses.theory.log10_rank") in fact)
            claim(run, "rank that Theorem 2 of FedLRGD asks for, and the rank used", \
                sprintf("10^%.3g", fact[run, "analyses.theory.log10_rank"]), fact[run, "analyses.fedlrgd.rank"], "")
    }
}

# One table of one run; of several a table to each statement, folded, with what it comes to.
function theory_section(    c, seen, statements, list, s)
{
    if (claims == 0)
        return
    section("theory", "Theory against measurement")
    if (runs == 1) {
        claim_table("t-theory", "")
        return
    }
    for (c = 1; c <= claims; c++)
        if (!(claim_text[c] in seen)) {
            seen[claim_text[c]] = 1
            list[++statements] = claim_text[c]
        }
    for (s = 1; s <= statements; s++) {
        printf "<details><summary>%s: %s</summary>\n", esc(list[s]), esc(outcome_of(list[s]))
        claim_table("t-theory-" s, list[s])
        print "</details>"
    }
}

# outcome_of STATEMENT -- in how many runs it holds, or the largest difference.
function outcome_of(statement,    c, n, good, judged, gap, largest)
{
    for (c = 1; c <= claims; c++) {
        if (claim_text[c] != statement)
            continue
        n++
        judged += claim_verdict[c] ~ /hold|fails/
        good += claim_verdict[c] ~ /^(condition )?holds/
        gap = claim_measured[c] - claim_theory[c]
        gap = gap < 0 ? -gap : gap
        largest = gap > largest ? gap : largest
    }
    if (judged)
        return "holds in " good " of " n " runs"
    return claim_theory_is_number(statement) ? "differs by at most " show(sprintf("%.17g", largest)) " in " n " runs" : n " runs"
}

function claim_theory_is_number(statement,    c)
{
    for (c = 1; c <= claims; c++)
        if (claim_text[c] == statement)
            return number(claim_theory[c])
    return 0
}

function claim_table(id, statement,    c)
{
    table_open(id, "")
    if (statement == "") {
        column_head("statement")
    } else {
        column_head("run", 1)
        column_head("point")
    }
    column_head("theory", 1)
    column_head("measured", 1)
    column_head("verdict")
    table_body()
    for (c = 1; c <= claims; c++) {
        if (statement != "" && claim_text[c] != statement)
            continue
        row_open()
        if (statement == "") {
            td(claim_text[c])
        } else {
            td(own(claim_run[c]))
            td(label[claim_run[c]])
        }
        td(claim_theory[c])
        td(claim_measured[c])
        td(claim_verdict[c])
        row_close()
    }
    table_close()
}
