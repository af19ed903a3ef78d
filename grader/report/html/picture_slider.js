// The slider below two pictures that lie one upon the other moves the border between them.
document.querySelectorAll(".compare").forEach(function (figure) {
  const slider = figure.querySelector("input");
  function show() { figure.style.setProperty("--at", slider.value + "%"); }
  slider.addEventListener("input", show);
  show();
});
