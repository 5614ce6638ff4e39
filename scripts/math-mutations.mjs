// The ways in which scripts/mutate-math.mjs breaks the grader: each removes or reverses one rule, by replacing a text
// that occurs exactly once in its file.

/** [file in src/math, text, replacement, what it breaks] */
export const mutations = [
  // How decisions are put together.
  [
    "terms/decision.ts",
    'if (part.verdict === "different") return { ...part, by };',
    "",
    "all: a different part is ignored",
  ],
  [
    "terms/decision.ts",
    'if (part.verdict === "undecided") open ??= part;',
    "",
    "all: an undecided part is ignored",
  ],
  [
    "terms/decision.ts",
    "weight[a] >= weight[b] ? a : b",
    "weight[a] >= weight[b] ? b : a",
    "certainty: the stronger counts",
  ],
  [
    "terms/decision.ts",
    'if (part.verdict === "equal") return part;',
    "",
    "any: an equal part does not decide",
  ],

  // Constants.
  [
    "numeric/constant.ts",
    'same(exactA, exactB) ? equal("rational")',
    'true ? equal("rational")',
    "rationals: always the same",
  ],
  [
    "numeric/constant.ts",
    "signA === signB ? equal",
    "signA !== signB ? equal",
    "infinities: signs exchanged",
  ],
  [
    "functions/rounding.ts",
    "exact: (x) => rational(-floor(minus(x))),",
    "exact: (x) => rational(floor(x)),",
    "ceiling rounds down",
  ],
  [
    "functions/rounding.ts",
    "exact: (x) => (x.n < 0n ? minus(x) : x),",
    "exact: (x) => x,",
    "absolute value keeps the sign",
  ],

  // Values that agree far down.
  [
    "exact/separation.ts",
    "size.bottom + (degree - 1) * size.top",
    "size.bottom",
    "separation: the degree is ignored",
  ],
  [
    "numeric/agreement.ts",
    "ball.magnitude(x) < -bits - 1",
    "ball.magnitude(x) < -64",
    "separation: sixty digits are enough",
  ],
  [
    "numeric/agreement.ts",
    "return precision && Math.max(precision, limits.precision);",
    "return limits.precision;",
    "weight: nothing can hide",
  ],
  [
    "numeric/agreement.ts",
    "const order = 4;",
    "const order = 1;",
    "weight: cancellations are of the first order",
  ],
  [
    "numeric/agreement.ts",
    "length + times * (extent(expr.base, scale, base) + 2 ** -48)",
    "length",
    "weight: powers are as large as their base",
  ],
  [
    "numeric/agreement.ts",
    "args + extent(expr, scale, args)",
    "args",
    "weight: functions are as large as their arguments",
  ],
  [
    "numeric/agreement.ts",
    "weigh(expr.exp, scale) + extent(expr, scale, 0)",
    "weigh(expr.exp, scale)",
    "weight: exponentials are as large as their exponents",
  ],
  ["numeric/agreement.ts", "(high - low + 1) * term", "0", "weight: sums weigh nothing"],

  // Limits, series and integrals.
  [
    "calculus/limit.ts",
    "sameLimit(left, right, budget) ? right",
    "left ? right",
    "limits: one side is enough",
  ],
  [
    "calculus/limit.ts",
    "return multiply(size, bounded, effort);",
    "return size;",
    "limits: signs that alternate settle",
  ],
  [
    "calculus/expansion.ts",
    "return add(total, { terms: [], rest: timesGrowth(a.rest, largest, budget) }, effort);",
    "return total;",
    "limits: what is left out of a factor is forgotten",
  ],
  [
    "calculus/series.ts",
    "return signOf(room, budget) === 1 ? value : undefined;",
    "return value;",
    "series: every ratio converges",
  ],
  [
    "calculus/series.ts",
    'if (freeNames(room).size > 0) return fn("given", value, room);',
    "if (freeNames(room).size > 0) return value;",
    "series: letters have no domain",
  ],
  [
    "calculus/series.ts",
    "if (degree(fraction.den) <= degree(fraction.num)) return undefined;",
    "",
    "series: alternating terms need not fall to zero",
  ],
  [
    "calculus/series.ts",
    "if (degree(fraction.den) < degree(fraction.num) + 2) return undefined;",
    "",
    "series: quotients of polynomials always converge",
  ],
  [
    "calculus/series.ts",
    "if (!zeta || base.d > 2n) return undefined;",
    "if (!zeta) return undefined;",
    "series: thirds are summed as halves",
  ],
  [
    "calculus/integral.ts",
    "return found && infiniteSign(found) === undefined ? found : undefined;",
    "return found && infiniteSign(found) === undefined ? found : num(0n);",
    "integrals: infinite ends count as zero",
  ],
  [
    "expression/expr.ts",
    "if (variable !== expr.variable) inner.set",
    "if (false) inner.set",
    "bound names capture free ones",
  ],
  [
    "calculus/resolve.ts",
    "if (expr.order > highestOrder) return kept;",
    "if (expr.order > 6) return inner;",
    "derivatives of high order are dropped",
  ],

  // Charged work.
  [
    "identity/points.ts",
    "  budget.spend(names.length);\n  work.places",
    "  work.places",
    "points are not paid",
  ],
  [
    "calculus/resolve.ts",
    "  budget.spend(nodesIn(expr));\n  return fold",
    "  return fold",
    "what was carried out is not paid",
  ],
  [
    "identity/identity.ts",
    "  budget.spend(nodesIn(gold) + nodesIn(answer));\n",
    "",
    "expressions are looked at without being paid",
  ],
  [
    "exact/exact.ts",
    "  budget.spend((bits >> 6) + (d > 1n && bits < 2 * limits.reducibleBits ? (bits * bits) >> 14 : 0));\n",
    "",
    "long fractions are not paid",
  ],
  // Balls and points.
  ["numeric/agreement.ts", "- prec * part", "- prec * 0.05", "agreement: a few digits are enough"],
  [
    "numeric/agreement.ts",
    'if (gaps.some((gap) => !ball.containsZero(gap))) return "apart";',
    "",
    "balls that do not meet are not apart",
  ],
  [
    "numeric/agreement.ts",
    "const gaps = left.map((x, i) => ball.sub(x, right[i]!, inner));",
    "const gaps = left.slice(0, 1).map((x, i) => ball.sub(x, right[i]!, inner));",
    "imaginary parts are not compared",
  ],
  [
    "functions/trigonometric.ts",
    'means: (x) => div(fn("cos", x), fn("sin", x)),',
    'means: (x) => div(fn("sin", x), fn("cos", x)),',
    "cotangent is the tangent",
  ],
  [
    "functions/trigonometric.ts",
    'means: (x) => pow(fn("cos", x), minusOne),',
    'means: (x) => pow(fn("sin", x), minusOne),',
    "secant is the cosecant",
  ],
  [
    "functions/rounding.ts",
    "const n = ball.ceil(x);",
    "const n = ball.floor(x);",
    "ceiling of reals rounds down",
  ],
  [
    "functions/trigonometric.ts",
    'means: (x) => fn("arccos", pow(x, minusOne)),',
    'means: (x) => fn("arcsin", pow(x, minusOne)),',
    "the arcsecant is the arccosecant",
  ],
  [
    "functions/whole.ts",
    "gammaOf(ball.add(x, ball.ONE, prec + 8), prec, budget)",
    "gammaOf(x, prec, budget)",
    "factorial is one too low",
  ],
  [
    "functions/whole.ts",
    "n >= 0n && k > n) return ball.ZERO;",
    "n >= 0n && k > n) return ball.ONE;",
    "binomials beyond the row are one",
  ],
  [
    "functions/rounding.ts",
    "complex: (z) => complex.conj(z),",
    "complex: (z) => z,",
    "conjugate does nothing",
  ],
  [
    "ball/trigonometric.ts",
    "const quadrant = Number(quarterTurns & 3n);",
    "const quadrant = Number(quarterTurns & 1n);",
    "angles beyond half a turn lose their sign",
  ],
  [
    "identity/points.ts",
    'if (entry.breaks.how === "jumps") traits.steps = true;',
    "",
    "floors are not looked at where they jump",
  ],
  ["identity/points.ts", "if (entry?.whole) keep(e);", "", "factorials are sampled between whole numbers"],
  [
    "identity/points.ts",
    'if (e.t === "pow" && e.base.t === "num" && e.base.n < 0n) keep(e.exp);',
    "",
    "(-1)^n is sampled between whole numbers",
  ],
  [
    "identity/points.ts",
    "if (traits.freedom > mostWholes) return undefined;",
    "",
    "a few whole numbers are enough for any degree",
  ],
  ["identity/identity.ts", "if (lacks > 0 || ", "if (lacks < 0 || ", "an answer may choose its domain"],
  [
    "identity/cells.ts",
    "if (!this.seen.has(key) && !this.isImpossible(signs)) return false;",
    "",
    "combinations of sides are not looked for",
  ],
  ["numeric/evaluate.ts", "BigInt(this.random.next())", "0n", "the digits of points end"],

  // Rational expressions modulo primes.
  [
    "identity/modular.ts",
    'if (x !== y) return provenDifferent("polynomial");',
    "",
    "modular: residues are not compared",
  ],
  ["identity/modular.ts", 'expr.name === "i" ? field.imaginary', 'expr.name === "i" ? 1', "modular: i is 1"],
  [
    "identity/modular.ts",
    "return raise(base, rest < 0 ? rest + p - 1 : rest, p);",
    "return raise(base, rest < 0 ? -rest : rest, p);",
    "modular: negative exponents are positive",
  ],

  // Sums, derivatives, integrals, limits.
  [
    "calculus/summation.ts",
    "const before = sub(lower, num(1n));",
    "const before = lower;",
    "polynomial sums lose their first term",
  ],
  [
    "calculus/summation.ts",
    "sub(at(add(upper, num(1n))), at(lower))",
    "sub(at(upper), at(lower))",
    "geometric sums lose their last term",
  ],
  [
    "calculus/summation.ts",
    "pow(body, add(sub(upper, lower), num(1n)))",
    "pow(body, sub(upper, lower))",
    "products of a constant lose a factor",
  ],
  [
    "calculus/summation.ts",
    "pow(add(lower, num(n - d, d)), num(-1n))",
    "pow(add(lower, num(n, d)), num(-1n))",
    "telescoping sums start one late",
  ],
  [
    "functions/trigonometric.ts",
    'derivative: (x) => neg(fn("sin", x)),',
    'derivative: (x) => fn("sin", x),',
    "the derivative of the cosine is the sine",
  ],
  [
    "exact/symbolic.ts",
    "return inner && outer && product([outer, inner]);",
    "return inner && outer;",
    "no chain rule for functions",
  ],
  [
    "calculus/integral.ts",
    "const value = range.turned ? sub(from, to) : sub(to, from);",
    "const value = to;",
    "the lower bound of integrals is ignored",
  ],
  [
    "calculus/integral.ts",
    "return tail && sub(mul(p, inner), tail);",
    "return tail && add(mul(p, inner), tail);",
    "integration by parts with the wrong sign",
  ],

  // Sets of numbers.
  [
    "algebra/reals.ts",
    "if (left.fromClosed !== right.fromClosed || left.toClosed !== right.toClosed)",
    "if (left.fromClosed !== right.fromClosed)",
    "the upper end may be open or closed",
  ],
  [
    "algebra/reals.ts",
    "(gap === 0 && !last.toClosed && !piece.fromClosed)",
    "gap === 0",
    "pieces that touch are not joined",
  ],
  [
    "algebra/reals.ts",
    'return different("interval", "an end differs", decision.certainty);',
    "continue;",
    "ends that differ are ignored",
  ],
  [
    "algebra/reals.ts",
    "fromClosed = !piece.toClosed;",
    "fromClosed = piece.toClosed;",
    "complements with the wrong ends",
  ],
  ["compare/numbers.ts", "(closed ? 0n : BigInt(inward))", "0n", "open bounds of whole numbers are closed"],
  ["compare/numbers.ts", 'if (node.joiner === "or")', "if (false)", "`or` means `and`"],

  // Families, equations, functions, cases, restrictions.
  [
    "compare/family.ts",
    "covered(g, a) && covered(a, g) ?",
    "covered(g, a) ?",
    "families: the answer may hold more",
  ],
  [
    "compare/family.ts",
    "return covered(g, a) && covered(a, g) ? equal",
    "return covered(a, g) ? equal",
    "families: the answer may hold less",
  ],
  [
    "compare/equation.ts",
    'if (vanishes.verdict === "equal") return different("equation", "an equation that always holds");',
    "",
    "0 = 0 equals every equation",
  ],
  [
    "compare/equation.ts",
    'if (g.strict !== a.strict) return different("statement", "one is strict, the other is not");',
    "",
    "< and ≤ are the same",
  ],
  [
    "compare/function.ts",
    "if (gold.name !== answer.name && gold.name",
    "if (false && gold.name",
    "functions under other names",
  ],
  [
    "compare/restriction.ts",
    "all(bodies.by, [bodies, compareConditions(g, a, context)])",
    "bodies",
    "restrictions on both sides are not compared",
  ],
  [
    "compare/restriction.ts",
    'return undecided("restriction", "only one side has a condition");',
    "return bodies;",
    "a restriction on one side is dropped",
  ],

  // Collections.
  [
    "compare/collection.ts",
    "of gold.entries()) yield",
    "of gold.slice(0, 1).entries()) yield",
    "only the first entry of a tuple is compared",
  ],
  [
    "compare/collection.ts",
    "return match(restGold, restAnswer, by, context);",
    "return inOrder(restGold, restAnswer, by, context);",
    "lists are compared in order",
  ],
  [
    "compare/collection.ts",
    "const isFree = partner[j] === -1 || place(partner[j]!, seen);",
    "const isFree = true;",
    "two items share a partner",
  ],
  [
    "compare/collection.ts",
    "(a.node.open !== b.node.open || a.node.close !== b.node.close)",
    "false",
    "(1,2) equals [1,2]",
  ],

  // Lists, lines and sequences.
  [
    "claim/claim-list.ts",
    "items: values.flatMap(alternatives), either: true",
    "items: values.flatMap(alternatives).slice(0, 1), either: true",
    "only the first of several equations counts",
  ],
  [
    "claim/claim-list.ts",
    'if (repeated) return { kind: "statement", node };',
    "",
    "a name with two values labels",
  ],
  ["compare/collection.ts", "(gold.items.some(isWordOrLetter) ||", "(false ||", "or between words is and"],
  [
    "compare/collection.ts",
    "distinct(gold.items, context).length < gold.items.length",
    "false",
    "a set for a list with repeats",
  ],
  [
    "compare/named.ts",
    'if (context.inside) return different("assignment", "a name on one side only");',
    "",
    "names inside lists are dropped",
  ],
  [
    "compare/named.ts",
    "const holds = compareLinks(gold.values, context);",
    'const holds = { ...all("chain", []) };',
    "a false chain is its last side",
  ],
  ["claim/claim.ts", "if (rest.every((term) => sameTree(first, term)))", "if (false)", "2 = 2 is an answer"],
  ["claim/name-of.ts", "if (namesIn(other).size > 0) return undefined;", "", "a product is a name"],
  ["claim/indexed.ts", "shift(right, letter, -offset, letter)", "right", "the index is not looked at"],
  ["compare/function.ts", "if (!fn.formula)", "if (false)", "a formula stands for any index"],
  [
    "read/spellings.ts",
    'if (!(signsContinue && isSign(token, "+-±")))',
    'if (!isSign(token, "+-±"))',
    "a sign carries any sum on",
  ],
  [
    "read/spellings.ts",
    'result.push({ ...token, kind: "op", value: ";", gap: "", end: token.start });',
    "result.push();",
    "line breaks vanish",
  ],
  ["read/lex-command.ts", "this.lastPlace(closing) >= this.at", "true", "an open dollar hides line breaks"],
  ["compare/choice.ts", " || calculates(rest, tokens[i + 1]!)", "", "(C)+1 is C"],

  // Kinds of letters.
  ["letters/kinds.ts", "    this.repeated(letters);\n", "", "xyx is a product of numbers"],
  ["letters/kinds.ts", "    this.around(factors);\n", "", "P^{-1}AP is A"],
  ["letters/kinds.ts", "    this.exponentials(factors);\n", "", "e^Ae^B is e^Be^A"],
  ["letters/kinds.ts", "capitals.size > 2 ? capitals : none", "none", "AB/AC is B/C"],
  [
    "identity/points.ts",
    "if (counts.test(name) && !freeNames(gold).has(name)) found.add(name);",
    "found.add(name);",
    "an answer chooses whole numbers",
  ],

  // Decorations: units, percent, rounding.
  [
    "compare/scalar.ts",
    "if (left.dimension !== right.dimension)",
    "if (false)",
    "units of different dimensions",
  ],
  [
    "compare/scalar.ts",
    "fromRational(rational(n, d))",
    "fromRational(rational(d, n))",
    "unit conversion upside down",
  ],
  [
    "notation/units.ts",
    "num *= definition.den ** times;\n      den *= definition.num ** times;",
    "num *= definition.num ** times;\n      den *= definition.den ** times;",
    "units below the line are not inverted",
  ],
  [
    "terms/policies.ts",
    "rounding: { goldDigits: 3, answerDigits: 6 },",
    "rounding: { goldDigits: 3, answerDigits: 5 },",
    "five digits are enough",
  ],
  [
    "terms/policies.ts",
    "rounding: { goldDigits: 3, answerDigits: 6 },",
    "rounding: { goldDigits: 2, answerDigits: 6 },",
    "two digits of the gold are enough",
  ],
  [
    "compare/rounding.ts",
    "!given || !isBroken(a, budget) || !isBroken(g, budget)",
    "!given || !isBroken(a, budget)",
    "an integer gold takes a rounded number",
  ],
  ["compare/rounding.ts", " && !written.dyadic", "", "1.50 takes what rounds to it"],
  ["compare/rounding.ts", "const doubleSlack = 4n;", "const doubleSlack = 4000n;", "doubles far away"],
  ["compare/rounding.ts", "&& Math.abs(double) < 1e9", "", "doubles of any size"],
  [
    "compare/scalar.ts",
    'isPlainNumber(node.arg) ? { ...undressed(node.arg), mark: "percent" } : undressed(node)',
    '({ ...undressed(node.arg), mark: "percent" })',
    "percent are optional on anything",
  ],
  [
    "compare/scalar.ts",
    "if (!isPlainNumber(node.arg)) return undressed(node);",
    "",
    "degrees are optional on anything",
  ],
  ["compare/scalar.ts", "(isMarked(g) && a.unit) || (isMarked(a) && g.unit)", "false", "25° is 25°C"],
  ["compare/scalar.ts", "return size > 0 ? asWritten", "return size >= 0 ? asWritten", "1% is 1"],
  [
    "compare/scalar.ts",
    "percent: { factor: num(1n, 100n) }",
    "percent: { factor: num(1n, 10n) }",
    "percent are tenths",
  ],
  ["compare/scalar.ts", "(bare && based) || hasBase(gold) !== hasBase(answer)", "false", "bases are ignored"],
];
