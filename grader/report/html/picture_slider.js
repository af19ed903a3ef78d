document.querySelectorAll(".compare").forEach(function (figure) {
  var slider = figure.querySelector("input");
  function show() { figure.style.setProperty("--at", slider.value + "%"); }
  slider.addEventListener("input", show);
  show();
});
