"""The leaderboard: one static HTML file of `fastgec run --html`, which sorts by click.

    board  ranks, rows and links; the file

`template.html`, `board.css` and `board.js` are the page itself, with the colours and tables of the
report (`page`). Without script the tables stand as they are, best first; nothing is fetched.
Only `cli` imports it.
"""
