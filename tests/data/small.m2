S The cat sat at mat .
A 3 4|||T|||on|||REQUIRED|||-NONE-|||0
A 4 4|||T|||the||a|||REQUIRED|||-NONE-|||0

S a b

S a c

S a b
A 0 2|||T|||a b|||REQUIRED|||-NONE-|||0

S
A 0 0|||T|||b|||REQUIRED|||-NONE-|||0

S b
A 1 1|||T|||a|||REQUIRED|||-NONE-|||0
A 0 1|||T|||a|||REQUIRED|||-NONE-|||0

S a b
A 0 2|||T|||c|||REQUIRED|||-NONE-|||0
A 0 2|||T|||c|||REQUIRED|||-NONE-|||0

S a b
A 0 0|||T|||x y|||REQUIRED|||-NONE-|||0

S a b
A 1 2|||T|||y z|||REQUIRED|||-NONE-|||0

S a b
A 0 1|||T|||y c|||REQUIRED|||-NONE-|||0

S c
A 0 1|||T|||b|||REQUIRED|||-NONE-|||0

S a
A 1 1|||T|||b b b|||REQUIRED|||-NONE-|||0

S b c
A 0 2|||T|||c c b|||REQUIRED|||-NONE-|||0

S b a

S b c a c
A 2 4|||T|||a|||REQUIRED|||-NONE-|||0

S b b a b
A 1 3|||T|||b a|||REQUIRED|||-NONE-|||0

S a a a c b
A 1 3|||T|||a a||b|||REQUIRED|||-NONE-|||0
A 5 5|||T|||a|||REQUIRED|||-NONE-|||0

S
A 0 0|||T|||a|||REQUIRED|||-NONE-|||0

S b
A 0 0|||T|||a|||REQUIRED|||-NONE-|||0
A 0 0|||T|||a|||REQUIRED|||-NONE-|||0

S b a c a b b b b a b
A 5 5|||T|||a|||REQUIRED|||-NONE-|||0
A 5 5|||T|||b|||REQUIRED|||-NONE-|||0

S
A 0 0|||T|||a|||REQUIRED|||-NONE-|||0
A 0 0|||T|||a|||REQUIRED|||-NONE-|||0

S a a c
A 1 1|||T|||b b a|||REQUIRED|||-NONE-|||0
A 1 1|||T|||b b|||REQUIRED|||-NONE-|||0
A 1 1|||T|||b|||REQUIRED|||-NONE-|||0
A 1 1|||T|||a|||REQUIRED|||-NONE-|||0
A 1 1|||T|||b b|||REQUIRED|||-NONE-|||0

S

S a b
A 0 2|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S a b
A 1 2|||T|||c||-NONE-|||REQUIRED|||-NONE-|||0

S a b
A 1 2|||T||||||REQUIRED|||-NONE-|||0

S a b
A 1 2|||T||| c || d |||REQUIRED|||-NONE-|||0

S a b
A 1 2|||T|||c  d|||REQUIRED|||-NONE-|||0

S a b
A 1 3|||T|||c|||REQUIRED|||-NONE-|||0

S a b
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||T|||c|||REQUIRED|||-NONE-|||3

S The cat
A 0 1|||T|||the|||REQUIRED|||-NONE-|||0

S ice cream
A 0 2|||T|||icecream|||REQUIRED|||-NONE-|||0

S b B B a A
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S b c b b c
A 3 4|||T|||b d b||-NONE-|||REQUIRED|||-NONE-|||2
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 4|||T|||-NONE-||c|||REQUIRED|||-NONE-|||0
A 2 3|||T|||d b||-NONE-|||REQUIRED|||-NONE-|||2

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||a|||REQUIRED|||-NONE-|||2
A 0 0|||T|||b|||REQUIRED|||-NONE-|||2
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 0 0|||T|||b|||REQUIRED|||-NONE-|||3

S A
A 1 1|||T|||a|||REQUIRED|||-NONE-|||0
A 1 1|||T|||a|||REQUIRED|||-NONE-|||0

S b b b b d
A 2 4|||T|||d c|||REQUIRED|||-NONE-|||2
A 2 2|||T|||c|||REQUIRED|||-NONE-|||3
A 4 5|||T|||d||a||b d|||REQUIRED|||-NONE-|||3

S
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S b b b b a b
A 1 3|||T|||b a|||REQUIRED|||-NONE-|||0
A 5 6|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S d d a
A 0 1|||T|||d|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S b b a B a b

S b A
A 2 2|||T|||A||-NONE-||A B|||REQUIRED|||-NONE-|||0

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S b b d d c b
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 1|||T|||d a a|||REQUIRED|||-NONE-|||2
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 6 6|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||1
A 4 6|||T|||c||-NONE-|||REQUIRED|||-NONE-|||2

S b c c d
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 1 2|||T|||b b d|||REQUIRED|||-NONE-|||2
A 4 4|||T|||d a||d|||REQUIRED|||-NONE-|||2

S c b c c
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3
A 0 3|||T|||c c|||REQUIRED|||-NONE-|||2

S a d d
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S b b a a a b
A 1 2|||T|||a b|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 4|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S a a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S c a c c a

S a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||a|||REQUIRED|||-NONE-|||3
A 1 1|||T|||a a|||REQUIRED|||-NONE-|||3

S a a
A 2 2|||T|||-NONE-||b|||REQUIRED|||-NONE-|||3

S b A b B B b

S a b b a b b
A 1 3|||T|||b|||REQUIRED|||-NONE-|||0
A 6 6|||T|||b|||REQUIRED|||-NONE-|||1
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 1 3|||T|||b|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3
A 6 6|||T|||b|||REQUIRED|||-NONE-|||1

S b b
A 0 1|||T|||a a a|||REQUIRED|||-NONE-|||0
A 1 2|||T|||a a|||REQUIRED|||-NONE-|||0
A 2 2|||T|||a||a|||REQUIRED|||-NONE-|||0

S c c
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S b b a a
A 3 3|||T|||a a|||REQUIRED|||-NONE-|||3
A 4 4|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3

S a a a b b
A 3 4|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 2 5|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 3|||T|||a|||REQUIRED|||-NONE-|||3
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S a c a c
A 1 2|||T|||c a b|||REQUIRED|||-NONE-|||1
A 1 2|||T|||c a b|||REQUIRED|||-NONE-|||3

S d d

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||-NONE-||-NONE-||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||b c|||REQUIRED|||-NONE-|||1
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S B a A A B

S b a

S b
A 0 1|||T|||b|||REQUIRED|||-NONE-|||2
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a c a b b a
A 6 6|||T|||-NONE-||B|||REQUIRED|||-NONE-|||1
A 6 6|||T|||c c b|||REQUIRED|||-NONE-|||1

S b a
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||T|||b a||-NONE-|||REQUIRED|||-NONE-|||3
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a a c
A 1 2|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 2 3|||T|||a|||REQUIRED|||-NONE-|||3

S a a b
A 1 2|||T|||b a a|||REQUIRED|||-NONE-|||0
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 2|||T|||b a a|||REQUIRED|||-NONE-|||0
A 2 3|||T|||b a|||REQUIRED|||-NONE-|||0

S

S B B B b
A 2 4|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 2|||T|||A|||REQUIRED|||-NONE-|||2
A 3 4|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3
A 3 4|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||-NONE-||c|||REQUIRED|||-NONE-|||0
A 0 0|||T|||a||b|||REQUIRED|||-NONE-|||2

S a
A 1 1|||T|||c b|||REQUIRED|||-NONE-|||1
A 0 0|||T|||a|||REQUIRED|||-NONE-|||1
A 0 0|||T|||a|||REQUIRED|||-NONE-|||1

S a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||a||a|||REQUIRED|||-NONE-|||2

S a a

S
A 0 0|||T|||a c c|||REQUIRED|||-NONE-|||1
A 0 0|||T|||c c d|||REQUIRED|||-NONE-|||3

S b a
A 2 2|||T|||a|||REQUIRED|||-NONE-|||1
A 1 2|||T|||b c|||REQUIRED|||-NONE-|||1
A 1 2|||T|||b c|||REQUIRED|||-NONE-|||1

S a
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S A b B A
A 0 0|||T|||A|||REQUIRED|||-NONE-|||3

S c a c c

S a
A 1 1|||T|||B A|||REQUIRED|||-NONE-|||1
A 0 0|||T|||B b A||b A A|||REQUIRED|||-NONE-|||1
A 1 1|||T|||b||b A A||A|||REQUIRED|||-NONE-|||1
A 1 1|||T|||B A|||REQUIRED|||-NONE-|||1

S b B
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 1 1|||T|||a B|||REQUIRED|||-NONE-|||2
A 0 0|||T|||A||b|||REQUIRED|||-NONE-|||3
A 0 0|||T|||b|||REQUIRED|||-NONE-|||3

S b a b b a
A 4 5|||T|||c c b|||REQUIRED|||-NONE-|||3
A 0 1|||T|||a a|||REQUIRED|||-NONE-|||0
A 5 5|||T|||b|||REQUIRED|||-NONE-|||0
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S b b

S b b a b a
A 2 4|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 4 5|||T|||a a|||REQUIRED|||-NONE-|||2
A 3 4|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 0 1|||T|||b|||REQUIRED|||-NONE-|||0
A 1 2|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||2

S c b c a c
A 3 5|||T|||c|||REQUIRED|||-NONE-|||0
A 5 5|||T|||a|||REQUIRED|||-NONE-|||0
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||1

S a
A 0 0|||T|||a||a||-NONE-|||REQUIRED|||-NONE-|||1
A 0 0|||T|||a|||REQUIRED|||-NONE-|||1
A 0 0|||T|||a|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S b b b B a a
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S b b a b b a
A 0 1|||T|||a a|||REQUIRED|||-NONE-|||3
A 2 3|||T|||-NONE-||-NONE-||-NONE-|||REQUIRED|||-NONE-|||1
A 2 3|||T|||-NONE-||-NONE-||-NONE-|||REQUIRED|||-NONE-|||1
A 3 6|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S A B A B B
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S a c c b
A 3 3|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||0
A 3 3|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||0
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S a c d c c c
A 1 2|||T|||d|||REQUIRED|||-NONE-|||3
A 2 3|||T|||a b||-NONE-|||REQUIRED|||-NONE-|||0
A 5 6|||T|||d|||REQUIRED|||-NONE-|||2
A 5 6|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3
A 1 2|||T|||d|||REQUIRED|||-NONE-|||3
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S b a
A 2 2|||T|||a|||REQUIRED|||-NONE-|||0
A 2 2|||T|||b|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3
A 0 0|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3

S b a

S b a a a a
A 0 0|||T|||c c|||REQUIRED|||-NONE-|||2
A 3 5|||T|||a c c|||REQUIRED|||-NONE-|||3
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||c c|||REQUIRED|||-NONE-|||2
A 1 1|||T|||a a|||REQUIRED|||-NONE-|||2

S c a a b c
A 0 1|||T|||c|||REQUIRED|||-NONE-|||2
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S b
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 1|||T|||b|||REQUIRED|||-NONE-|||3
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a
A 0 1|||T|||a|||REQUIRED|||-NONE-|||1

S
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||a|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||b a a||c||d|||REQUIRED|||-NONE-|||1
A 0 0|||T|||c|||REQUIRED|||-NONE-|||1

S b a a
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||T|||a|||REQUIRED|||-NONE-|||2
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S a b b b c
A 5 5|||T|||c|||REQUIRED|||-NONE-|||1
A 5 5|||T|||c|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S c b a b b
A 1 2|||T|||b|||REQUIRED|||-NONE-|||0

S d a c

S c c a a
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 1|||T|||c a||c||-NONE-|||REQUIRED|||-NONE-|||3
A 2 2|||T|||b|||REQUIRED|||-NONE-|||3
A 2 4|||T|||a|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||A B||A B|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||B A B|||REQUIRED|||-NONE-|||0
A 0 0|||T|||B A B|||REQUIRED|||-NONE-|||0
A 0 0|||T|||A B||A B|||REQUIRED|||-NONE-|||0

S a c c a c a
A 1 4|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 2 4|||T|||a|||REQUIRED|||-NONE-|||0
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 2|||T|||c|||REQUIRED|||-NONE-|||3
A 4 4|||T|||a b|||REQUIRED|||-NONE-|||3

S b b b
A 2 3|||T|||a a|||REQUIRED|||-NONE-|||2
A 1 2|||T|||a|||REQUIRED|||-NONE-|||2
A 2 3|||T|||-NONE-||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3
A 0 1|||T|||b a|||REQUIRED|||-NONE-|||2
A 2 2|||T|||b|||REQUIRED|||-NONE-|||3
A 2 2|||T|||b|||REQUIRED|||-NONE-|||3

S a A B a
A 0 2|||T|||a|||REQUIRED|||-NONE-|||0
A 2 3|||T|||b B|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S a a a a

S b

S
A 0 0|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3
A 0 0|||T|||a c|||REQUIRED|||-NONE-|||0
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 0 0|||T|||-NONE-||c c d|||REQUIRED|||-NONE-|||0
A 0 0|||T|||a c|||REQUIRED|||-NONE-|||0
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a a b
A 1 2|||T|||a|||REQUIRED|||-NONE-|||0
A 0 0|||T|||a|||REQUIRED|||-NONE-|||1
A 0 1|||T|||b|||REQUIRED|||-NONE-|||1

S B A b A

S a d a
A 1 1|||T|||c a|||REQUIRED|||-NONE-|||1
A 1 2|||T|||d|||REQUIRED|||-NONE-|||1
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S
A 0 0|||T|||a|||REQUIRED|||-NONE-|||2

S a d a d d
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 2 2|||T|||a b||-NONE-|||REQUIRED|||-NONE-|||3
A 4 5|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a b b

S c b a
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a a a b b a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S b a a a a a
A 0 1|||T|||a a|||REQUIRED|||-NONE-|||0
A 1 2|||T|||b|||REQUIRED|||-NONE-|||0

S B

S c c a b c b
A 3 4|||T|||b|||REQUIRED|||-NONE-|||0
A 6 6|||T|||C|||REQUIRED|||-NONE-|||0
A 6 6|||T|||d a||b|||REQUIRED|||-NONE-|||0

S b
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||b|||REQUIRED|||-NONE-|||0
A 0 0|||T|||b|||REQUIRED|||-NONE-|||0
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S a
A 0 1|||T|||a a|||REQUIRED|||-NONE-|||0
A 0 1|||T|||b a|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S c a a b c
A 4 5|||T|||b c||b c|||REQUIRED|||-NONE-|||1
A 3 5|||T|||a|||REQUIRED|||-NONE-|||2
A 3 4|||T|||c|||REQUIRED|||-NONE-|||2
A 1 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 4 5|||T|||b c||b c|||REQUIRED|||-NONE-|||1
A 3 5|||T|||a|||REQUIRED|||-NONE-|||2

S b a a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 3|||T|||a|||REQUIRED|||-NONE-|||2
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S b a b b a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 3 4|||T|||b|||REQUIRED|||-NONE-|||0
A 2 3|||T|||b|||REQUIRED|||-NONE-|||0
A 2 3|||T|||b|||REQUIRED|||-NONE-|||0

S A A a

S a A A b B A
A 1 1|||T|||-NONE-||B B|||REQUIRED|||-NONE-|||2
A 3 3|||T|||-NONE-||b|||REQUIRED|||-NONE-|||2

S a
A 0 0|||T|||b|||REQUIRED|||-NONE-|||1
A 0 1|||T|||b|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S a a b

S B a b a B
A 1 2|||T|||-NONE-||a|||REQUIRED|||-NONE-|||0
A 2 4|||T|||b|||REQUIRED|||-NONE-|||1
A 2 5|||T|||a||b b A|||REQUIRED|||-NONE-|||1
A 4 4|||T|||B|||REQUIRED|||-NONE-|||2

S b b b a a b
A 2 4|||T|||b b|||REQUIRED|||-NONE-|||2

S b a a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 2 3|||T|||a|||REQUIRED|||-NONE-|||3

S a a c a b
A 1 1|||T|||c|||REQUIRED|||-NONE-|||3
A 3 4|||T|||a b|||REQUIRED|||-NONE-|||3
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 1 1|||T|||c|||REQUIRED|||-NONE-|||3
A 2 4|||T|||c|||REQUIRED|||-NONE-|||3

S b A A a

S c d a b b b
A 0 1|||T|||c d|||REQUIRED|||-NONE-|||0
A 2 2|||T|||D|||REQUIRED|||-NONE-|||3
A 0 1|||T|||c d|||REQUIRED|||-NONE-|||0
A 2 2|||T|||D|||REQUIRED|||-NONE-|||3

S a b a a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 2 3|||T|||a||b b a||a|||REQUIRED|||-NONE-|||2
A 4 4|||T|||-NONE-||a|||REQUIRED|||-NONE-|||2
A 1 1|||T|||a a|||REQUIRED|||-NONE-|||3
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a A B b

S
A 0 0|||T|||a|||REQUIRED|||-NONE-|||1

S b

S c a d a d a

S a
A 0 1|||T|||d|||REQUIRED|||-NONE-|||1
A 0 1|||T|||d|||REQUIRED|||-NONE-|||1
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||1

S c b c a a
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S d c c c d
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 5|||T|||d d||c|||REQUIRED|||-NONE-|||0

S
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S a b b b

S c c a c b c
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 6 6|||T|||b|||REQUIRED|||-NONE-|||1

S b b a b
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 2 3|||T|||b|||REQUIRED|||-NONE-|||2
A 0 3|||T|||a a a|||REQUIRED|||-NONE-|||2

S b A B
A 0 1|||T|||b|||REQUIRED|||-NONE-|||3
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S b b a
A 2 2|||T|||-NONE-||b||b a||a b b|||REQUIRED|||-NONE-|||0

S b a a
A 0 1|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||0
A 2 2|||T|||a|||REQUIRED|||-NONE-|||0
A 2 2|||T|||a a|||REQUIRED|||-NONE-|||0
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 1 3|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S b d a d
A 0 3|||T|||b d|||REQUIRED|||-NONE-|||3
A 0 0|||T|||d a|||REQUIRED|||-NONE-|||3
A 0 1|||T|||b d|||REQUIRED|||-NONE-|||3
A 0 3|||T|||b d|||REQUIRED|||-NONE-|||3

S a A

S c d c a a d
A 5 6|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 0 2|||T|||c|||REQUIRED|||-NONE-|||1
A 4 4|||T|||c c|||REQUIRED|||-NONE-|||1
A 5 6|||T|||-NONE-|||REQUIRED|||-NONE-|||1

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 0 0|||T|||A a A|||REQUIRED|||-NONE-|||1

S b b a b d
A 1 2|||T|||b b|||REQUIRED|||-NONE-|||2
A 4 5|||T|||b|||REQUIRED|||-NONE-|||2
A 2 5|||T|||b|||REQUIRED|||-NONE-|||1
A 4 5|||T|||b|||REQUIRED|||-NONE-|||2

S B A
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 2 2|||T|||A|||REQUIRED|||-NONE-|||1
A 0 1|||T|||A|||REQUIRED|||-NONE-|||2
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a b a b a a

S b c b c b
A 3 4|||T|||a||b|||REQUIRED|||-NONE-|||0
A 1 2|||T|||b|||REQUIRED|||-NONE-|||1
A 5 5|||T|||a|||REQUIRED|||-NONE-|||1

S b
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 1|||T|||b|||REQUIRED|||-NONE-|||3

S B A A
A 3 3|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||1

S b a
A 1 1|||T|||a a|||REQUIRED|||-NONE-|||0
A 1 1|||T|||a a|||REQUIRED|||-NONE-|||0

S B a B a A B

S c a c a a
A 0 0|||T|||a b|||REQUIRED|||-NONE-|||0
A 0 0|||T|||a b|||REQUIRED|||-NONE-|||0

S d a a
A 1 3|||T|||c a|||REQUIRED|||-NONE-|||1
A 1 3|||T|||c c||c|||REQUIRED|||-NONE-|||1

S b b
A 0 0|||T|||a||d d|||REQUIRED|||-NONE-|||2
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S a b
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 2 2|||T|||a a||a||b|||REQUIRED|||-NONE-|||2
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S b
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||b||A|||REQUIRED|||-NONE-|||2

S b b
A 1 2|||T|||a a a||a a|||REQUIRED|||-NONE-|||1
A 1 2|||T|||b|||REQUIRED|||-NONE-|||1
A 2 2|||T|||a a|||REQUIRED|||-NONE-|||1

S b a a a b
A 1 4|||T|||a a|||REQUIRED|||-NONE-|||1
A 0 1|||T|||a|||REQUIRED|||-NONE-|||1
A 0 1|||T|||a|||REQUIRED|||-NONE-|||1
A 1 2|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||1

S d d
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 1 2|||T|||a|||REQUIRED|||-NONE-|||2
A 1 2|||T|||d|||REQUIRED|||-NONE-|||2
A 2 2|||T|||a|||REQUIRED|||-NONE-|||2

S d c d a a
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 2|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 2|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 1 3|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 3 4|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S b b b
A 1 2|||T|||b b||b b||b b||b|||REQUIRED|||-NONE-|||2
A 2 3|||T|||b|||REQUIRED|||-NONE-|||2
A 1 1|||T|||b b|||REQUIRED|||-NONE-|||3
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a a a b
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||-NONE-||a|||REQUIRED|||-NONE-|||2
A 0 0|||T|||a|||REQUIRED|||-NONE-|||2

S b b a a
A 1 2|||T|||b a|||REQUIRED|||-NONE-|||1
A 1 2|||T|||b a|||REQUIRED|||-NONE-|||1

S d b a d d b
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 5 6|||T|||c b||-NONE-|||REQUIRED|||-NONE-|||1
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 3 3|||T|||c|||REQUIRED|||-NONE-|||2
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S b b A B a
A 2 4|||T|||B|||REQUIRED|||-NONE-|||0
A 3 4|||T|||a|||REQUIRED|||-NONE-|||1
A 2 4|||T|||B|||REQUIRED|||-NONE-|||0
A 1 1|||T|||b B|||REQUIRED|||-NONE-|||1
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 3 4|||T|||a|||REQUIRED|||-NONE-|||1

S b b
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 1|||T|||b|||REQUIRED|||-NONE-|||0
A 2 2|||T|||b|||REQUIRED|||-NONE-|||0
A 1 1|||T|||b b|||REQUIRED|||-NONE-|||1
A 1 2|||T|||b|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S c c b c
A 3 4|||T|||b|||REQUIRED|||-NONE-|||2
A 3 4|||T|||b|||REQUIRED|||-NONE-|||2
A 4 4|||T|||c|||REQUIRED|||-NONE-|||1
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||1

S d b
A 0 1|||T|||d a|||REQUIRED|||-NONE-|||3
A 0 2|||T|||d a|||REQUIRED|||-NONE-|||3
A 2 2|||T|||a|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||-NONE-||-NONE-||-NONE-||a a|||REQUIRED|||-NONE-|||2

S b a a b
A 4 4|||T|||a b a|||REQUIRED|||-NONE-|||1

S d a a c a c

S b a a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||-NONE-||a|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S a c b c a
A 1 2|||T|||c a|||REQUIRED|||-NONE-|||0
A 2 4|||T|||a|||REQUIRED|||-NONE-|||0
A 1 2|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 3 5|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S c c b b b d
A 4 5|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 0 0|||T|||c|||REQUIRED|||-NONE-|||3
A 0 0|||T|||c|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||1

S c d c d d d

S b a b d
A 1 1|||T|||a b b|||REQUIRED|||-NONE-|||3
A 3 4|||T|||D|||REQUIRED|||-NONE-|||3

S a b

S B a B
A 1 2|||T|||A|||REQUIRED|||-NONE-|||3
A 1 2|||T|||B|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 0|||T|||a|||REQUIRED|||-NONE-|||0

S a c c c a
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 4 5|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S a a a a

S A b B b b
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S

S b c
A 2 2|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 2 2|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||b c c||c b|||REQUIRED|||-NONE-|||1
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 0 0|||T|||b c c||c b|||REQUIRED|||-NONE-|||1

S a b b c c
A 2 3|||T|||b|||REQUIRED|||-NONE-|||0
A 4 5|||T|||c a|||REQUIRED|||-NONE-|||0
A 2 2|||T|||a||c a|||REQUIRED|||-NONE-|||1
A 1 4|||T|||c b|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||B A||-NONE-|||REQUIRED|||-NONE-|||1
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||1

S b c b b b

S c c
A 2 2|||T|||c|||REQUIRED|||-NONE-|||1
A 1 2|||T|||c|||REQUIRED|||-NONE-|||1

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||-NONE-||b a|||REQUIRED|||-NONE-|||2

S b a a b b b
A 3 4|||T|||-NONE-||a|||REQUIRED|||-NONE-|||2
A 6 6|||T|||a b|||REQUIRED|||-NONE-|||2
A 1 3|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 1 4|||T|||a|||REQUIRED|||-NONE-|||1

S A b A b A
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S d b a
A 3 3|||T|||a|||REQUIRED|||-NONE-|||2

S B b A

S d c b a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S A A B b B B

S
A 0 0|||T|||b|||REQUIRED|||-NONE-|||3
A 0 0|||T|||b|||REQUIRED|||-NONE-|||3
A 0 0|||T|||b|||REQUIRED|||-NONE-|||2
A 0 0|||T|||b||b a|||REQUIRED|||-NONE-|||2
A 0 0|||T|||b||b a|||REQUIRED|||-NONE-|||2

S d
A 0 1|||T|||c|||REQUIRED|||-NONE-|||2
A 0 1|||T|||c a|||REQUIRED|||-NONE-|||2
A 1 1|||T|||c|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S d a d

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a
A 0 1|||T|||a|||REQUIRED|||-NONE-|||1
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S c c b c d d
A 0 1|||T|||c c|||REQUIRED|||-NONE-|||0
A 0 1|||T|||c c b|||REQUIRED|||-NONE-|||0
A 4 5|||T|||d d|||REQUIRED|||-NONE-|||0
A 2 3|||T|||a|||REQUIRED|||-NONE-|||2
A 4 4|||T|||c|||REQUIRED|||-NONE-|||2
A 4 4|||T|||d||-NONE-||d d||c|||REQUIRED|||-NONE-|||2

S
A 0 0|||T|||b|||REQUIRED|||-NONE-|||2
A 0 0|||T|||b|||REQUIRED|||-NONE-|||2
A 0 0|||T|||a b A|||REQUIRED|||-NONE-|||2
A 0 0|||T|||b B|||REQUIRED|||-NONE-|||0

S b

S b b b b c
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 2|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 4 4|||T|||b||a b|||REQUIRED|||-NONE-|||3
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 3|||T|||-NONE-||-NONE-||b||b|||REQUIRED|||-NONE-|||2
A 2 3|||T|||c|||REQUIRED|||-NONE-|||0
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 2 3|||T|||c|||REQUIRED|||-NONE-|||0
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S a b b a a b
A 4 5|||T|||a|||REQUIRED|||-NONE-|||2
A 6 6|||T|||-NONE-||b|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S
A 0 0|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 0 0|||T|||-NONE-||a|||REQUIRED|||-NONE-|||2
A 0 0|||T|||a||c|||REQUIRED|||-NONE-|||1
A 0 0|||T|||a||c|||REQUIRED|||-NONE-|||1

S c b b
A 3 3|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||0

S c
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 0 0|||T|||c|||REQUIRED|||-NONE-|||0
A 0 1|||T|||c|||REQUIRED|||-NONE-|||2
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||1

S b b A A A

S A a
A 1 2|||T|||B|||REQUIRED|||-NONE-|||2
A 1 2|||T|||B|||REQUIRED|||-NONE-|||2
A 0 2|||T|||B|||REQUIRED|||-NONE-|||2

S A B B a A a
A 3 3|||T|||B|||REQUIRED|||-NONE-|||0
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S B a b b
A 1 1|||T|||b a||a|||REQUIRED|||-NONE-|||0
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 3 4|||T|||b|||REQUIRED|||-NONE-|||2
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S A
A 0 1|||T|||A||-NONE-|||REQUIRED|||-NONE-|||0
A 1 1|||T|||A|||REQUIRED|||-NONE-|||2

S b a a a a
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S He take music made new to new can will they which .
A 3 4|||T|||new to|||REQUIRED|||-NONE-|||1
A 11 12|||T|||.|||REQUIRED|||-NONE-|||1
A 12 12|||T|||,|||REQUIRED|||-NONE-|||1
A 1 4|||T|||music made|||REQUIRED|||-NONE-|||2
A 5 5|||T|||can will|||REQUIRED|||-NONE-|||2

S And , answer has new has and take friend of problem for .
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||1

S Can often large thought will old wrote never problem time .
A 0 0|||T|||Can|||REQUIRED|||-NONE-|||1
A 4 4|||T|||will old|||REQUIRED|||-NONE-|||1

S Took made new quickly good they they took music , are .
A 12 12|||T|||letter||made|||REQUIRED|||-NONE-|||0
A 9 10|||T|||friend||, are|||REQUIRED|||-NONE-|||0
A 9 10|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 9 10|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S Took which think but city but , house take write new knows teacher .
A 4 4|||T|||but||-NONE-|||REQUIRED|||-NONE-|||0
A 13 14|||T|||new knows|||REQUIRED|||-NONE-|||0
A 7 8|||T|||, house house|||REQUIRED|||-NONE-|||3

S Took knew take teacher read but .
A 1 4|||T|||Took|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 6 7|||T|||.||-NONE-|||REQUIRED|||-NONE-|||2
A 2 3|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 5 6|||T|||teacher||but .|||REQUIRED|||-NONE-|||3
A 7 7|||T|||.|||REQUIRED|||-NONE-|||3
A 6 7|||T|||.||-NONE-|||REQUIRED|||-NONE-|||2

S Answer thought answer is for for can made are friend on .
A 11 11|||T|||often|||REQUIRED|||-NONE-|||0
A 1 3|||T|||Answer thought answer|||REQUIRED|||-NONE-|||2
A 2 3|||T|||is||thought answer is||answer is|||REQUIRED|||-NONE-|||2

S Were know knows better that the book a knows .
A 4 6|||T|||in good||that made||better|||REQUIRED|||-NONE-|||2
A 6 8|||T|||the|||REQUIRED|||-NONE-|||2
A 7 9|||T|||school|||REQUIRED|||-NONE-|||0
A 10 10|||T|||knows|||REQUIRED|||-NONE-|||0
A 7 9|||T|||school|||REQUIRED|||-NONE-|||0

S School make often has is friend knows an book on has .
A 7 8|||T|||an|||REQUIRED|||-NONE-|||0
A 3 4|||T|||made , large|||REQUIRED|||-NONE-|||1
A 11 12|||T|||old|||REQUIRED|||-NONE-|||1
A 7 7|||T|||an knows|||REQUIRED|||-NONE-|||3
A 10 11|||T|||which very house|||REQUIRED|||-NONE-|||3

S Have the old answer thought in .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 3 4|||T|||answer in|||REQUIRED|||-NONE-|||1
A 4 5|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||0

S Which thinks small had friend knows .
A 6 6|||T|||.|||REQUIRED|||-NONE-|||0
A 7 7|||T|||very take letter|||REQUIRED|||-NONE-|||0
A 5 6|||T|||-NONE-|||REQUIRED|||-NONE-|||1

S An the city but city small think very book time knows .
A 6 9|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 4 5|||T|||very in||city|||REQUIRED|||-NONE-|||2
A 6 9|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 4 5|||T|||-NONE-||city small think|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

S Time for large and on are it large book problem .
A 1 2|||T|||question took|||REQUIRED|||-NONE-|||0
A 11 11|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 8 9|||T|||thinks take in|||REQUIRED|||-NONE-|||3

S Were book city small takes read often thought quickly very .
A 5 5|||T|||takes|||REQUIRED|||-NONE-|||0
A 5 5|||T|||takes|||REQUIRED|||-NONE-|||0

S Book very large make knows think a .
A 0 2|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 8 8|||T|||. .|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 3 5|||T|||, are|||REQUIRED|||-NONE-|||2
A 5 6|||T|||think good|||REQUIRED|||-NONE-|||2

S Better question with he is new had was with .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S Was made book question knows think were school were took took .

S Are read know knows question quickly school , , time knew new know is .

S Large which time very take will he school an train which takes , were with .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S Could made people idea the made .

S Train could made can think take are question were of they can .
A 11 11|||T|||were of|||REQUIRED|||-NONE-|||0
A 10 11|||T|||are|||REQUIRED|||-NONE-|||1
A 9 11|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S New with never book train takes .
A 5 5|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 4 6|||T|||for|||REQUIRED|||-NONE-|||3
A 4 6|||T|||for|||REQUIRED|||-NONE-|||3

S Very a of thinks he an wrote teacher .

S Were good teacher knows teacher a have she is .
A 10 10|||T|||never|||REQUIRED|||-NONE-|||1
A 10 10|||T|||never|||REQUIRED|||-NONE-|||1

S In never make an friend large had time problem are but he take had she .
A 6 9|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 7 8|||T|||knew|||REQUIRED|||-NONE-|||2
A 10 10|||T|||problem are|||REQUIRED|||-NONE-|||2
A 15 16|||T|||quickly she .|||REQUIRED|||-NONE-|||2

S Old took could old were he could new had think that teacher large .

S Idea was they takes quickly knew knows it were it very makes friend could .
A 1 2|||T|||was|||REQUIRED|||-NONE-|||0

S The the , were can makes the good she with but thinks .
A 1 2|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S It took take large and for often think idea idea will .
A 6 6|||T|||for often think|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S To a city in answer think .
A 6 7|||T|||think|||REQUIRED|||-NONE-|||3
A 0 1|||T|||train|||REQUIRED|||-NONE-|||0
A 4 5|||T|||answer in|||REQUIRED|||-NONE-|||0
A 6 7|||T|||think|||REQUIRED|||-NONE-|||3

S Thought idea take it wrote thinks to thinks in train teacher .
A 1 4|||T|||book||-NONE-|||REQUIRED|||-NONE-|||3
A 10 11|||T|||thinks in|||REQUIRED|||-NONE-|||3

S Quickly had knows never know house took he make is could school new .
A 6 8|||T|||have|||REQUIRED|||-NONE-|||1
A 4 7|||T|||never house Took|||REQUIRED|||-NONE-|||1
A 11 11|||T|||school|||REQUIRED|||-NONE-|||1
A 13 14|||T|||friend .|||REQUIRED|||-NONE-|||0
A 13 14|||T|||friend .|||REQUIRED|||-NONE-|||0

S To large of city have problem question .
A 1 4|||T|||To large|||REQUIRED|||-NONE-|||2

S City never can could teacher knew a makes she know .
A 5 5|||T|||she day|||REQUIRED|||-NONE-|||0
A 4 6|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S Took an day make thought they have house took can old .
A 3 4|||T|||an are|||REQUIRED|||-NONE-|||0
A 3 5|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S In letter good old are , think day takes people and an .
A 5 6|||T|||are|||REQUIRED|||-NONE-|||3
A 9 9|||T|||people|||REQUIRED|||-NONE-|||3

S Has idea good never that had it in never .
A 10 10|||T|||. .||-NONE-|||REQUIRED|||-NONE-|||1
A 2 3|||T|||to in|||REQUIRED|||-NONE-|||3

S City , wrote he they it make .
A 5 6|||T|||quickly||-NONE-|||REQUIRED|||-NONE-|||1
A 0 3|||T|||City|||REQUIRED|||-NONE-|||1

S Time they an better a thought an to could has large small takes takes he .
A 7 7|||T|||thought|||REQUIRED|||-NONE-|||0
A 11 12|||T|||small takes|||REQUIRED|||-NONE-|||0
A 9 10|||T|||was|||REQUIRED|||-NONE-|||1

S The knows , she he knew knows teacher that train on .
A 10 12|||T|||on|||REQUIRED|||-NONE-|||1
A 9 9|||T|||that Train|||REQUIRED|||-NONE-|||1
A 5 6|||T|||old on|||REQUIRED|||-NONE-|||1
A 7 8|||T|||he|||REQUIRED|||-NONE-|||2
A 0 1|||T|||good The||very made|||REQUIRED|||-NONE-|||2

S Think with large answer in was are , new .
A 4 6|||T|||was|||REQUIRED|||-NONE-|||1
A 10 10|||T|||-NONE-||never|||REQUIRED|||-NONE-|||1
A 0 3|||T|||with|||REQUIRED|||-NONE-|||2
A 8 10|||T|||train .|||REQUIRED|||-NONE-|||2
A 10 10|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 2|||T|||was make|||REQUIRED|||-NONE-|||3
A 1 1|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S It friend never but make book she school and music teacher and .
A 13 13|||T|||teacher|||REQUIRED|||-NONE-|||3
A 10 10|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 9 10|||T|||took think|||REQUIRED|||-NONE-|||3

S We write write house have better very .
A 4 5|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 7 8|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||1
A 1 2|||T|||makes answer||-NONE-|||REQUIRED|||-NONE-|||3

S An make were friend which it problem .

S For think city knew write people new will very had he very .
A 4 6|||T|||city knew|||REQUIRED|||-NONE-|||3
A 10 11|||T|||often he|||REQUIRED|||-NONE-|||3

S Book a thought think in wrote but the could knows can people better .
A 1 2|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 12 13|||T|||better .|||REQUIRED|||-NONE-|||1

S It friend she wrote on for .

S He wrote day can in very new day on train had friend had .
A 7 7|||T|||very||new|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 8 8|||T|||day on|||REQUIRED|||-NONE-|||2
A 4 6|||T|||day can||in||in very new|||REQUIRED|||-NONE-|||3
A 4 6|||T|||day can||in||in very new|||REQUIRED|||-NONE-|||3
A 10 12|||T|||had friend|||REQUIRED|||-NONE-|||2

S Wrote wrote have can , people .

S Very she , book , better question took house took we which small .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S Are had makes has he book knew people for time letter .
A 11 12|||T|||.||.|||REQUIRED|||-NONE-|||2

S Know for train problem could but good .
A 2 5|||T|||train problem could|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S Knows was problem small but knows took idea knew .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S Better were thinks knows on take make make .

S Were knew she knows , time , , knew take better better .
A 0 1|||T|||knew knows|||REQUIRED|||-NONE-|||1
A 6 7|||T|||time|||REQUIRED|||-NONE-|||2
A 11 12|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 7 8|||T|||good||, knew|||REQUIRED|||-NONE-|||3

S Book for was it makes make took has was school know on are of .

S , letter idea to know makes very with on good a in they letter is .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 3 5|||T|||to know|||REQUIRED|||-NONE-|||2
A 7 10|||T|||-NONE-|||REQUIRED|||-NONE-|||2

S , the with read , knew never was can new with were that .
A 1 2|||T|||the||, the with|||REQUIRED|||-NONE-|||3
A 9 11|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 14 14|||T|||.|||REQUIRED|||-NONE-|||2
A 10 10|||T|||new with|||REQUIRED|||-NONE-|||3
A 4 6|||T|||-NONE-|||REQUIRED|||-NONE-|||0

S Takes , think day old made a but to a people question friend had train .

S That is better makes could often day took large takes teacher .
A 10 11|||T|||large|||REQUIRED|||-NONE-|||3
A 7 7|||T|||often day took||day took|||REQUIRED|||-NONE-|||3

S Very large but train made house they for small are to answer , .
A 1 4|||T|||can were|||REQUIRED|||-NONE-|||2
A 5 5|||T|||made made house|||REQUIRED|||-NONE-|||2
A 8 8|||T|||they for|||REQUIRED|||-NONE-|||2
A 6 7|||T|||made|||REQUIRED|||-NONE-|||3
A 10 12|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S Thinks it idea he and was take .
A 7 8|||T|||take|||REQUIRED|||-NONE-|||0
A 7 8|||T|||take|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3
A 1 1|||T|||it idea he|||REQUIRED|||-NONE-|||2
A 1 1|||T|||it idea he|||REQUIRED|||-NONE-|||2

S City knew a wrote a music the thought .
A 0 2|||T|||City|||REQUIRED|||-NONE-|||0
A 7 8|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 3|||T|||music|||REQUIRED|||-NONE-|||2

S Idea takes are music is has day knows people friend very it knows .
A 6 7|||T|||has||day knows|||REQUIRED|||-NONE-|||1
A 6 9|||T|||write|||REQUIRED|||-NONE-|||0
A 11 12|||T|||question thought|||REQUIRED|||-NONE-|||0
A 11 12|||T|||question thought|||REQUIRED|||-NONE-|||0
A 10 12|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 6 7|||T|||has||day knows|||REQUIRED|||-NONE-|||1
A 9 12|||T|||friend|||REQUIRED|||-NONE-|||1

S He people she which know letter .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2
A 5 5|||T|||know letter letter|||REQUIRED|||-NONE-|||3

S Often and city can was small for have in knows but in people very .
A 5 6|||T|||take|||REQUIRED|||-NONE-|||2
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1
A 5 6|||T|||take|||REQUIRED|||-NONE-|||2
A 9 10|||T|||think|||REQUIRED|||-NONE-|||2
A 14 14|||T|||.|||REQUIRED|||-NONE-|||2

S Knows , could a school read people very school which .
A 1 2|||T|||Knows|||REQUIRED|||-NONE-|||1
A 10 10|||T|||.|||REQUIRED|||-NONE-|||1
A 0 1|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 0 1|||T|||question we||letter|||REQUIRED|||-NONE-|||2

S Day often and small teacher answer letter book for house could never he quickly .
A 1 2|||T|||often|||REQUIRED|||-NONE-|||0
A 1 2|||T|||often|||REQUIRED|||-NONE-|||0

S Quickly are idea , wrote quickly train took train make day will question but .
A 5 5|||T|||Quickly train took|||REQUIRED|||-NONE-|||2
A 8 8|||T|||took train|||REQUIRED|||-NONE-|||2

S People book she have he and quickly makes letter old good they good we .
A 11 14|||T|||problem||for|||REQUIRED|||-NONE-|||3
A 3 4|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 3 4|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S Thought with better think takes to train small .
A 3 3|||T|||better time||with better|||REQUIRED|||-NONE-|||1
A 7 7|||T|||train small|||REQUIRED|||-NONE-|||1
A 2 2|||T|||with better|||REQUIRED|||-NONE-|||3
A 7 8|||T|||to|||REQUIRED|||-NONE-|||3

S That large is know can answer which he which can have make for old .

S To it it make knew , .

S Write were knew they in knew book were he wrote thinks .
A 7 8|||T|||he wrote|||REQUIRED|||-NONE-|||3
A 3 3|||T|||knew||they in book|||REQUIRED|||-NONE-|||0
A 7 8|||T|||he wrote|||REQUIRED|||-NONE-|||3
A 12 12|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 3|||T|||knew||they in book|||REQUIRED|||-NONE-|||0

S Friend better answer is took know wrote are know it .
A 0 1|||T|||Friend|||REQUIRED|||-NONE-|||0
A 7 7|||T|||was often|||REQUIRED|||-NONE-|||0
A 7 8|||T|||know it .|||REQUIRED|||-NONE-|||0
A 4 4|||T|||know wrote|||REQUIRED|||-NONE-|||1

S Very makes makes knew better book have small idea it a knows .
A 5 7|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 5 7|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 11 13|||T|||letter|||REQUIRED|||-NONE-|||0
A 12 13|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 1 1|||T|||knows old on|||REQUIRED|||-NONE-|||3
A 11 13|||T|||letter|||REQUIRED|||-NONE-|||0
A 5 7|||T|||old small was||-NONE-|||REQUIRED|||-NONE-|||3

S Could never is an city an letter think answer .
A 0 1|||T|||Could|||REQUIRED|||-NONE-|||0

S Of an for it was it could makes thought he thought is was .
A 14 14|||T|||is|||REQUIRED|||-NONE-|||2
A 4 5|||T|||she|||REQUIRED|||-NONE-|||1
A 4 5|||T|||she|||REQUIRED|||-NONE-|||1
A 8 9|||T|||Makes thought thought|||REQUIRED|||-NONE-|||1
A 14 14|||T|||is|||REQUIRED|||-NONE-|||2
A 3 4|||T|||school|||REQUIRED|||-NONE-|||2

S Are book answer know school wrote are people he .
A 4 4|||T|||write|||REQUIRED|||-NONE-|||3

S We teacher , write better teacher were and took but took .
A 12 12|||T|||large|||REQUIRED|||-NONE-|||0
A 12 12|||T|||large|||REQUIRED|||-NONE-|||0

S Take problem for the music of .

S House question school know they knows of had day on .
A 10 10|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 8 8|||T|||had day on||had day|||REQUIRED|||-NONE-|||3
A 2 3|||T|||school|||REQUIRED|||-NONE-|||0
A 8 8|||T|||had day on||had day|||REQUIRED|||-NONE-|||3

S Knows makes teacher question of read know and small takes .

S Question thought , , were with knew .
A 4 4|||T|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 3|||T|||, ,|||REQUIRED|||-NONE-|||3
A 8 8|||T|||could quickly|||REQUIRED|||-NONE-|||0
A 8 8|||T|||could quickly|||REQUIRED|||-NONE-|||0
A 7 8|||T|||.|||REQUIRED|||-NONE-|||1
A 0 0|||T|||thought|||REQUIRED|||-NONE-|||3

S Time quickly with school in write .
A 0 1|||T|||Time Time quickly||Time Time quickly|||REQUIRED|||-NONE-|||0
A 3 4|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 5 6|||T|||school in|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3

S People which she small knows knew with has had large they friend which are .
A 8 8|||T|||took can|||REQUIRED|||-NONE-|||2
A 15 15|||T|||-NONE-||they a|||REQUIRED|||-NONE-|||2

S For time she quickly an on often it it thinks could question makes the make .
A 3 4|||T|||in thinks very||she|||REQUIRED|||-NONE-|||2

S An never idea made had problem .
A 5 5|||T|||. had|||REQUIRED|||-NONE-|||3
A 5 5|||T|||. had|||REQUIRED|||-NONE-|||3

S We will to made to large knows book wrote large it of for that .
A 5 6|||T|||makes|||REQUIRED|||-NONE-|||1
A 6 6|||T|||wrote|||REQUIRED|||-NONE-|||1

S With are city old friend , school teacher takes friend never .
A 0 1|||T|||city are|||REQUIRED|||-NONE-|||1
A 9 10|||T|||takes|||REQUIRED|||-NONE-|||2
A 9 10|||T|||takes|||REQUIRED|||-NONE-|||2
A 7 7|||T|||-NONE-|||REQUIRED|||-NONE-|||2
A 12 12|||T|||.|||REQUIRED|||-NONE-|||1

S We very we often had , .
A 1 1|||T|||-NONE-||-NONE-||made answer|||REQUIRED|||-NONE-|||0
A 3 3|||T|||often had had|||REQUIRED|||-NONE-|||0
A 6 7|||T|||, .||had|||REQUIRED|||-NONE-|||0
A 4 5|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 6 7|||T|||but , .|||REQUIRED|||-NONE-|||1
A 7 7|||T|||but|||REQUIRED|||-NONE-|||1
A 1 4|||T|||old|||REQUIRED|||-NONE-|||3
A 6 7|||T|||but ,|||REQUIRED|||-NONE-|||3

S Was answer knew old know very could .
A 0 1|||T|||Was answer|||REQUIRED|||-NONE-|||3
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S Often train , will write school think teacher old write knows knows which good .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S Write think teacher large the never music that very .
A 8 9|||T|||.|||REQUIRED|||-NONE-|||1
A 6 7|||T|||music that|||REQUIRED|||-NONE-|||1
A 0 1|||T|||Write|||REQUIRED|||-NONE-|||3
A 8 9|||T|||.|||REQUIRED|||-NONE-|||1

S And take day thought a for but wrote wrote never train city never time teacher .

S To a train take train day , know large a knows was will .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 13 14|||T|||question|||REQUIRED|||-NONE-|||1
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3
A 13 14|||T|||question|||REQUIRED|||-NONE-|||1

S But takes but book takes thought .
A 0 0|||T|||takes|||REQUIRED|||-NONE-|||1
A 4 5|||T|||thought||thought thought|||REQUIRED|||-NONE-|||1
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||1
A 1 2|||T|||takes||takes But||takes But|||REQUIRED|||-NONE-|||2
A 3 3|||T|||-NONE-|||REQUIRED|||-NONE-|||3
A 6 6|||T|||-NONE-|||REQUIRED|||-NONE-|||3

S Takes read they people a we never will old , with friend .
A 11 11|||T|||write|||REQUIRED|||-NONE-|||0
A 1 2|||T|||is|||REQUIRED|||-NONE-|||0
A 11 11|||T|||write|||REQUIRED|||-NONE-|||0
A 0 0|||T|||Takes|||REQUIRED|||-NONE-|||0

S Book idea large in knew new thought .
A 2 3|||T|||large||large in knew||in knew||idea||large in knew||is ,||idea large in|||REQUIRED|||-NONE-|||0
A 4 4|||T|||-NONE-||friend book good|||REQUIRED|||-NONE-|||0
A 3 4|||T|||in||in knew|||REQUIRED|||-NONE-|||1
A 7 8|||T|||were||-NONE-||write knew||letter|||REQUIRED|||-NONE-|||1
A 3 4|||T|||-NONE-||-NONE-|||REQUIRED|||-NONE-|||3
A 5 6|||T|||knew takes|||REQUIRED|||-NONE-|||3

S Answer people , school friend a teacher he that they .
A 1 1|||T|||,|||REQUIRED|||-NONE-|||0

S My cousin Zoë have lived in this city since five years .
A 3 4|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 3 5|||R:VERB:TENSE|||has been living||has lived|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||for|||REQUIRED|||-NONE-|||1

S She is very interesting in old map and foreign coins .
A 3 4|||R:MORPH|||interested|||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||maps|||REQUIRED|||-NONE-|||0
A 3 4|||R:MORPH|||interested|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||maps|||REQUIRED|||-NONE-|||1

S I look forward to hear from you soon .
A 4 5|||R:VERB:FORM|||hearing|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||am looking|||REQUIRED|||-NONE-|||1
A 4 5|||R:VERB:FORM|||hearing|||REQUIRED|||-NONE-|||1

S Yesterday we was walking along river when it start to rain .
A 2 3|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||started|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||walked||were walking|||REQUIRED|||-NONE-|||1
A 5 5|||M:DET|||the||a|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:TENSE|||started|||REQUIRED|||-NONE-|||1

S The informations on the website is not up to date .
A 1 2|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN|||information||details|||REQUIRED|||-NONE-|||1
A 5 6|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||1

S Despite of the rain , Θεοδώρα and Łukasz decided to climb the mountain .
A 0 2|||R:PREP|||Despite||In spite of|||REQUIRED|||-NONE-|||0
A 1 2|||U:PREP|||-NONE-|||REQUIRED|||-NONE-|||1

S 田中 さん told me that 東京 is more bigger than Osaka .
A 7 8|||U:ADJ:FORM|||-NONE-|||REQUIRED|||-NONE-|||0
A 7 9|||R:ADJ:FORM|||bigger||much bigger|||REQUIRED|||-NONE-|||1

S Thank you for the lovely party 🎉 , I enjoyed very much !
A 7 8|||R:PUNCT|||!|||REQUIRED|||-NONE-|||0
A 10 10|||M:PRON|||it|||REQUIRED|||-NONE-|||0
A 10 10|||M:PRON|||it||myself|||REQUIRED|||-NONE-|||1

S The train arrived on time and everyone found a seat .

S He said he will came back before the shop closes .
A 3 5|||R:VERB|||would come||will come|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:TENSE|||closed|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:FORM|||come|||REQUIRED|||-NONE-|||1

S Most of students in my class speaks two language at home .
A 1 2|||U:PREP|||-NONE-|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:SVA|||speak|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||languages|||REQUIRED|||-NONE-|||0
A 2 2|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 6 7|||R:VERB:SVA|||speak|||REQUIRED|||-NONE-|||1
A 8 9|||R:NOUN:NUM|||languages|||REQUIRED|||-NONE-|||1

S This is the best coffee that I have never drunk .
A 8 9|||R:ADV|||ever|||REQUIRED|||-NONE-|||0
A 5 6|||U:PRON|||-NONE-||which|||REQUIRED|||-NONE-|||1
A 8 9|||R:ADV|||ever|||REQUIRED|||-NONE-|||1

S Could you tell me where is the station ?
A 5 8|||R:WO|||the station is|||REQUIRED|||-NONE-|||0
A 5 6|||U:VERB|||-NONE-|||REQUIRED|||-NONE-|||1
A 8 8|||M:VERB|||is|||REQUIRED|||-NONE-|||1

S My brother , who works in a bakery , gets up at four every morning .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 9 11|||R:VERB|||wakes up||rises|||REQUIRED|||-NONE-|||1

S In my opinion the school uniforms should be not compulsory .
A 3 3|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 3 4|||U:DET|||-NONE-||our|||REQUIRED|||-NONE-|||0
A 7 9|||R:WO|||not be|||REQUIRED|||-NONE-|||0

S I am agree with you , but we need more informations about the costs .
A 1 2|||U:VERB|||-NONE-|||REQUIRED|||-NONE-|||0
A 10 11|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||0
A 1 3|||R:VERB:FORM|||agree|||REQUIRED|||-NONE-|||1
A 9 11|||R:OTHER|||more information||more details||to know more|||REQUIRED|||-NONE-|||1

S There are less people in the library in the evening .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 2 3|||R:ADJ|||fewer|||REQUIRED|||-NONE-|||1

S If I would have more time , I would learn playing the violin .
A 2 4|||R:VERB:TENSE|||had|||REQUIRED|||-NONE-|||0
A 10 11|||R:VERB:FORM|||to play||how to play|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||had|||REQUIRED|||-NONE-|||1
A 9 11|||R:VERB|||learn to play||learn|||REQUIRED|||-NONE-|||1

S José 's grandparents still lives in a small village near of Málaga .
A 4 5|||R:VERB:SVA|||live|||REQUIRED|||-NONE-|||0
A 10 11|||U:PREP|||-NONE-||to|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:SVA|||live|||REQUIRED|||-NONE-|||1
A 9 11|||R:PREP|||near||close to|||REQUIRED|||-NONE-|||1

S We discussed about the problem during two hours without to find a solution .
A 2 3|||U:PREP|||-NONE-|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 9 11|||R:VERB:FORM|||finding|||REQUIRED|||-NONE-|||0
A 1 3|||R:VERB|||discussed||talked about|||REQUIRED|||-NONE-|||1
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 8 11|||R:VERB:FORM|||without finding||but did not find|||REQUIRED|||-NONE-|||1

S My cousin Zoë have lived in this city since five years .
A 3 4|||R:VERB:SVA|||has|||REQUIRED|||-NONE-|||0
A 8 9|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 3 5|||R:VERB:TENSE|||has been living||has lived|||REQUIRED|||-NONE-|||1
A 8 9|||R:PREP|||for|||REQUIRED|||-NONE-|||1

S She is very interesting in old map and foreign coins .
A 3 4|||R:MORPH|||interested|||REQUIRED|||-NONE-|||0
A 6 7|||R:NOUN:NUM|||maps|||REQUIRED|||-NONE-|||0
A 3 4|||R:MORPH|||interested|||REQUIRED|||-NONE-|||1
A 6 7|||R:NOUN:NUM|||maps|||REQUIRED|||-NONE-|||1

S I look forward to hear from you soon .
A 4 5|||R:VERB:FORM|||hearing|||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||am looking|||REQUIRED|||-NONE-|||1
A 4 5|||R:VERB:FORM|||hearing|||REQUIRED|||-NONE-|||1

S Yesterday we was walking along river when it start to rain .
A 2 3|||R:VERB:SVA|||were|||REQUIRED|||-NONE-|||0
A 5 5|||M:DET|||the|||REQUIRED|||-NONE-|||0
A 8 9|||R:VERB:TENSE|||started|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||walked||were walking|||REQUIRED|||-NONE-|||1
A 5 5|||M:DET|||the||a|||REQUIRED|||-NONE-|||1
A 8 9|||R:VERB:TENSE|||started|||REQUIRED|||-NONE-|||1

S The informations on the website is not up to date .
A 1 2|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||0
A 1 2|||R:NOUN|||information||details|||REQUIRED|||-NONE-|||1
A 5 6|||R:VERB:SVA|||are|||REQUIRED|||-NONE-|||1

S Despite of the rain , Θεοδώρα and Łukasz decided to climb the mountain .
A 0 2|||R:PREP|||Despite||In spite of|||REQUIRED|||-NONE-|||0
A 1 2|||U:PREP|||-NONE-|||REQUIRED|||-NONE-|||1

S 田中 さん told me that 東京 is more bigger than Osaka .
A 7 8|||U:ADJ:FORM|||-NONE-|||REQUIRED|||-NONE-|||0
A 7 9|||R:ADJ:FORM|||bigger||much bigger|||REQUIRED|||-NONE-|||1

S Thank you for the lovely party 🎉 , I enjoyed very much !
A 7 8|||R:PUNCT|||!|||REQUIRED|||-NONE-|||0
A 10 10|||M:PRON|||it|||REQUIRED|||-NONE-|||0
A 10 10|||M:PRON|||it||myself|||REQUIRED|||-NONE-|||1

S The train arrived on time and everyone found a seat .

S He said he will came back before the shop closes .
A 3 5|||R:VERB|||would come||will come|||REQUIRED|||-NONE-|||0
A 9 10|||R:VERB:TENSE|||closed|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:FORM|||come|||REQUIRED|||-NONE-|||1

S Most of students in my class speaks two language at home .
A 1 2|||U:PREP|||-NONE-|||REQUIRED|||-NONE-|||0
A 6 7|||R:VERB:SVA|||speak|||REQUIRED|||-NONE-|||0
A 8 9|||R:NOUN:NUM|||languages|||REQUIRED|||-NONE-|||0
A 2 2|||M:DET|||the|||REQUIRED|||-NONE-|||1
A 6 7|||R:VERB:SVA|||speak|||REQUIRED|||-NONE-|||1
A 8 9|||R:NOUN:NUM|||languages|||REQUIRED|||-NONE-|||1

S This is the best coffee that I have never drunk .
A 8 9|||R:ADV|||ever|||REQUIRED|||-NONE-|||0
A 5 6|||U:PRON|||-NONE-||which|||REQUIRED|||-NONE-|||1
A 8 9|||R:ADV|||ever|||REQUIRED|||-NONE-|||1

S Could you tell me where is the station ?
A 5 8|||R:WO|||the station is|||REQUIRED|||-NONE-|||0
A 5 6|||U:VERB|||-NONE-|||REQUIRED|||-NONE-|||1
A 8 8|||M:VERB|||is|||REQUIRED|||-NONE-|||1

S My brother , who works in a bakery , gets up at four every morning .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 9 11|||R:VERB|||wakes up||rises|||REQUIRED|||-NONE-|||1

S In my opinion the school uniforms should be not compulsory .
A 3 3|||M:PUNCT|||,|||REQUIRED|||-NONE-|||0
A 3 4|||U:DET|||-NONE-||our|||REQUIRED|||-NONE-|||0
A 7 9|||R:WO|||not be|||REQUIRED|||-NONE-|||0

S I am agree with you , but we need more informations about the costs .
A 1 2|||U:VERB|||-NONE-|||REQUIRED|||-NONE-|||0
A 10 11|||R:NOUN:NUM|||information|||REQUIRED|||-NONE-|||0
A 1 3|||R:VERB:FORM|||agree|||REQUIRED|||-NONE-|||1
A 9 11|||R:OTHER|||more information||more details||to know more|||REQUIRED|||-NONE-|||1

S There are less people in the library in the evening .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 2 3|||R:ADJ|||fewer|||REQUIRED|||-NONE-|||1

S If I would have more time , I would learn playing the violin .
A 2 4|||R:VERB:TENSE|||had|||REQUIRED|||-NONE-|||0
A 10 11|||R:VERB:FORM|||to play||how to play|||REQUIRED|||-NONE-|||0
A 2 4|||R:VERB:TENSE|||had|||REQUIRED|||-NONE-|||1
A 9 11|||R:VERB|||learn to play||learn|||REQUIRED|||-NONE-|||1

S José 's grandparents still lives in a small village near of Málaga .
A 4 5|||R:VERB:SVA|||live|||REQUIRED|||-NONE-|||0
A 10 11|||U:PREP|||-NONE-||to|||REQUIRED|||-NONE-|||0
A 4 5|||R:VERB:SVA|||live|||REQUIRED|||-NONE-|||1
A 9 11|||R:PREP|||near||close to|||REQUIRED|||-NONE-|||1

S We discussed about the problem during two hours without to find a solution .
A 2 3|||U:PREP|||-NONE-|||REQUIRED|||-NONE-|||0
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||0
A 9 11|||R:VERB:FORM|||finding|||REQUIRED|||-NONE-|||0
A 1 3|||R:VERB|||discussed||talked about|||REQUIRED|||-NONE-|||1
A 5 6|||R:PREP|||for|||REQUIRED|||-NONE-|||1
A 8 11|||R:VERB:FORM|||without finding||but did not find|||REQUIRED|||-NONE-|||1
