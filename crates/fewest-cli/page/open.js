// @ts-check
/** Leads on from a puzzle's own page, which programs read to show what a link opens. What follows the `#` stays: the board and the moves. */
(function () {
  var name = /([^/]*?)(?:\.html)?$/.exec(location.pathname);
  location.replace("../#p=" + (name ? name[1] : "") + (location.hash ? "&" + location.hash.slice(1) : ""));
})();
