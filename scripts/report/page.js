"use strict";
// Tables sort by a click on a heading; page.html#sort=t-runs:2:down opens with one sorted.
function sortTable(table, column, down) {
  const body = table.tBodies[0], sign = down ? -1 : 1;
  const key = (row) => {
    const cell = row.cells[column];
    const text = cell.dataset.v || cell.textContent;
    const n = text.trim() === "" ? NaN : Number(text);
    return { n: n, text: text };
  };
  const rows = Array.from(body.rows, (row) => ({ row: row, key: key(row) }));
  rows.sort((a, b) => {
    const x = a.key, y = b.key;
    if (isNaN(x.n) !== isNaN(y.n)) return isNaN(x.n) ? 1 : -1; // what is no number stays last
    return sign * (isNaN(x.n) ? x.text.localeCompare(y.text) : x.n - y.n);
  });
  rows.forEach((r) => body.append(r.row));
  Array.from(table.tHead.rows[0].cells).forEach((cell, k) => {
    if (k === column) cell.setAttribute("aria-sort", down ? "descending" : "ascending");
    else cell.removeAttribute("aria-sort");
  });
}
document.querySelectorAll("table.sort").forEach((table) => {
  Array.from(table.tHead.rows[0].cells).forEach((cell, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = cell.textContent;
    button.addEventListener("click", () =>
      sortTable(table, column, cell.getAttribute("aria-sort") === "ascending"));
    cell.dataset.name = cell.textContent.replace(/[._]/g, "$&\u200b"); // printed, broken here at most
    cell.replaceChildren(button);
  });
});
const asked = /^#sort=([^:]+):(\d+)(:down)?$/.exec(location.hash);
if (asked) {
  const table = document.getElementById(asked[1]);
  if (table && table.tHead && Number(asked[2]) < table.tHead.rows[0].cells.length)
    sortTable(table, Number(asked[2]), Boolean(asked[3]));
}
// What is folded away is printed all the same.
window.addEventListener("beforeprint", () =>
  document.querySelectorAll("details").forEach((part) => { part.open = true; }));
