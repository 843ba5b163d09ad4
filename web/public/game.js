// Redirect from a game's own address to its replay in the page, and to the move that the link named.
const game = location.pathname.split("/").pop();
const move = location.hash.slice(1);
location.replace("../#g/" + game + (move ? "/" + move : ""));
