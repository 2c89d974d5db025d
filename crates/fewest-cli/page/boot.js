// @ts-check
/** Reports failures that keep the page from starting. The build puts this script into index.html. Old browsers run it too, so it is ES5. */
(function () {
  var begun = false, isIncomplete = false;

  /** @param {string} problem */
  function report(problem) {
    var place = document.getElementById("loading");
    if (!place) return document.addEventListener("DOMContentLoaded", function () { report(problem); });
    place.className = "notice";
    place.setAttribute("role", "alert");
    place.textContent = problem + " ";
    var again = document.createElement("button");
    again.textContent = "Try again";
    again.onclick = function () { location.reload(); };
    place.appendChild(again);
  }

  addEventListener("error", function (event) {
    var from = /** @type {any} */ (event.target);
    var file = from && (from.src || from.href);
    if (file) isIncomplete = true;
    if (file) report("The file " + file.replace(/^.*\/|\?.*$/g, "") + " did not arrive, or belongs to another version of this page.");
    else if (!begun) report("This page could not start: " + event.message + ".");
  }, true);
  addEventListener("unhandledrejection", function (event) {
    if (!begun) report("This page could not start: " + (event.reason.message || event.reason) + ".");
  });
  var late = setTimeout(function () { report("This page takes long to arrive."); }, 20000);
  addEventListener("started", function () { clearTimeout(late); });
  addEventListener("begun", function () {
    begun = true;
    var start = document.getElementById("start");
    if (start && !isIncomplete) start.hidden = true;
  });
  if ("DecompressionStream" in window) return;
  isIncomplete = true;
  report("This browser is too old for this page. It works in Chrome and Edge 111, Firefox 113, Safari 16.4, and newer ones.");
})();
