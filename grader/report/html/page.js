// What the page can do beyond what it shows without scripts.

// A button behind each command copies it.
document.querySelectorAll(".command code").forEach(function (command) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy " + command.textContent);
  function say(text) {
    button.textContent = text;
    setTimeout(function () { button.textContent = "Copy"; }, 1500);
  }
  function select() {  // where the clipboard is closed to pages, the reader copies what is selected
    getSelection().selectAllChildren(command);
    say(document.execCommand("copy") ? "Copied" : "Selected");
  }
  button.addEventListener("click", function () {
    if (!navigator.clipboard) { select(); return; }
    navigator.clipboard.writeText(command.textContent).then(function () { say("Copied"); }, select);
  });
  command.after(" ", button);
});

// The slider below two pictures that lie one upon the other moves the border between them.
document.querySelectorAll(".compare").forEach(function (figure) {
  const slider = figure.querySelector("input");
  function show() { figure.style.setProperty("--at", slider.value + "%"); }
  slider.addEventListener("input", show);
  show();
});
