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
