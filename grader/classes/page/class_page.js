// Filters and orders the table of the students.
(function () {
  const tools = document.getElementById("tools"), body = document.querySelector(".map tbody");
  const field = tools.querySelector("input"), order = tools.querySelector("select");
  const told = tools.querySelector("[role=status]"), rows = Array.from(body.rows);
  function named(row) { // its link has the id too
    const link = row.cells[0].querySelector("a");
    return (link ? link.title : row.cells[0].textContent).toLowerCase();
  }
  function points(row) { return parseFloat(row.cells[1].textContent) || 0; }
  field.addEventListener("input", function () {
    const part = field.value.toLowerCase();
    rows.forEach(function (row) { row.hidden = !named(row).includes(part); });
    told.textContent = rows.filter(function (row) { return !row.hidden; }).length + " of " + rows.length;
  });
  order.addEventListener("change", function () {
    const sign = { id: 0, least: 1, most: -1 }[order.value];
    rows.slice().sort(function (a, b) { return sign * (points(a) - points(b)); })
      .forEach(function (row) { body.append(row); });
  });
  tools.hidden = false;
})();
