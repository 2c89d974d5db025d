# Two squares that share two places, as in squares.json. Twizzle's cycles lead
# from a place to the one that its new sticker comes from.
M_L:=(1,4,5,2);
M_R:=(2,5,6,3);
Gen:=[
M_L,M_R
];
ip:=[[1],[2],[3],[4],[5],[6]];
# Size(Group(Gen));
