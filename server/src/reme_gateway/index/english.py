"""What an English stemmer does not know: words that carry no topic, and forms that change inside.

Stop words are indexed like any other word and ignored only in queries that hold something better.
"""

from __future__ import annotations

_STOP_WORDS = """
a about after all also am an and any are aren arent as at be been before but by can cant could
couldnt did didnt do does doesnt doing dont for from had has hasnt have havent having he hed her
here hers him his how hows i id if ill im in into is isnt it its ive just lets me more most my no
not of off on or other our ours out own please same shall she should shouldnt so some such than that
thats the their theirs them then there theres these they theyre this those to too up us very was
wasnt we were werent weve what whats when where wheres which who whom whos whose why will with wont
would wouldnt yes you youd your youre yours youve
"""

# Pairs of characters that say as little as the English words above.
_STOP_PAIRS = """
什么 怎么 怎样 如何 为什 这个 那个 这些 那些 我们 你们 他们 她们 一个 可以 能不 不能 没有 是否 是不
不是 有没 哪里 哪个 哪些 多少 请问 一下 就是 还是 但是 因为 所以 如果 的是 了吗 です ます した して
する から ない った いる ある この その どの どう ので には でし ょう 습니 니다 합니 하는 에서 으로
있는 어떻 떻게 무엇 은요
"""

# Words that people say about anything: they rank, but sharing them is no sign that two texts are related.
_WEAK_WORDS = """
actually add again ahead already always around ask away back bad begin believe best better big bit
call change check come commit continue currently day different else end even ever every example
explain feel few find fine first fix follow following get give go good got great guess happen hello
help hey hi high idea keep kind know last let like line list little long look lot make many maybe
mean much name need never new next nice nothing now number often ok okay old one open part people
perfect place plan possible pretty put question read ready really recommend right run say second see
set short show since single small something sort sound start still stop sure take talk tell test
thank thanks thing think though three time today tomorrow too try two type understand update use
want way well whole within without word work world write yeah year yep yesterday yet
"""

_FORMS = """
be: was were been
go: went gone
buy: bought
teach: taught
bring: brought
think: thought
catch: caught
take: took taken
give: gave given
make: made
run: ran
begin: began begun
write: wrote written
speak: spoke spoken
see: saw seen
meet: met
feel: felt
leave: left
find: found
keep: kept
tell: told
say: said
know: knew known
grow: grew grown
draw: drew drawn
fly: flew flown
drive: drove driven
ride: rode ridden
eat: ate eaten
drink: drank drunk
sing: sang sung
swim: swam swum
win: won
lose: lost
sell: sold
send: sent
spend: spent
build: built
break: broke broken
choose: chose chosen
fall: fell fallen
forget: forgot forgotten
get: got gotten
hear: heard
hold: held
hide: hid hidden
lead: led
lend: lent
mean: meant
pay: paid
sleep: slept
stand: stood
steal: stole stolen
strike: struck
sweep: swept
throw: threw thrown
understand: understood
wake: woke woken
wear: wore worn
come: came
become: became
bite: bit bitten
blow: blew blown
deal: dealt
dig: dug
fight: fought
freeze: froze frozen
hang: hung
sit: sat
shoot: shot
shake: shook shaken
shine: shone
sink: sank sunk
stick: stuck
seek: sought
rise: rose risen
ring: rang rung
tear: tore torn
child: children
man: men
woman: women
person: people
foot: feet
tooth: teeth
mouse: mice
wife: wives
life: lives
knife: knives
leaf: leaves
good: better best
bad: worse worst
index: indices
matrix: matrices
vertex: vertices
"""

BASE_FORMS = {
    form: base
    for line in _FORMS.strip().splitlines()
    for base, _, forms in [line.partition(":")]
    for form in forms.split()
}

STOP_WORDS = frozenset(_STOP_WORDS.split())
STOP_PAIRS = frozenset(_STOP_PAIRS.split())
WEAK_WORDS = frozenset(_WEAK_WORDS.split())
