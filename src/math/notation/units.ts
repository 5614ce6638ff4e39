// Units of measure: which names there are, and how much of its dimension each one is.

import { wordSet } from "../../words/index.ts";
import type { Unit } from "./tree.ts";

/** A unit reduced to base dimensions and an exact factor. */
export interface Measure {
  /** Exponents of the base dimensions, as `length^2 time^-1`, sorted: equal strings, same dimension. */
  dimension: string;
  num: bigint;
  den: bigint;
  /** If the scale has its own zero: the number that is added to a value before the factor, as a fraction. */
  zero?: readonly [num: bigint, den: bigint];
}

/** Prefixes of units that are powers of ten, as a sign and as a word. */
const prefixes = [
  ["f", "femto", 1n, 1_000_000_000_000_000n],
  ["p", "pico", 1n, 1_000_000_000_000n],
  ["n", "nano", 1n, 1_000_000_000n],
  ["µ", "micro", 1n, 1_000_000n],
  ["m", "milli", 1n, 1000n],
  ["k", "kilo", 1000n, 1n],
  ["M", "mega", 1_000_000n, 1n],
  ["G", "giga", 1_000_000_000n, 1n],
  ["T", "tera", 1_000_000_000_000n, 1n],
] as const;

interface Definition {
  dimensions: Record<string, number>;
  num: bigint;
  den: bigint;
}

const definitions = new Map<string, Definition>();
const canonical = new Map<string, string>();

function define(names: string, dimensions: Record<string, number>, num = 1n, den = 1n): void {
  const all = names.split(" ");
  for (const name of all) canonical.set(name, all[0]!);
  definitions.set(all[0]!, { dimensions, num, den });
}

/** The pairs of letters that are units however they are set; any other pair may be two variables, and is a unit only where upright. */
const clearPairs = wordSet`cm kg ft lb oz hr yr wk Hz hp dB KB MB GB Rs bp`;

/** A unit with its prefixes; its first name is its sign. */
function definePrefixed(names: string, dimensions: Record<string, number>, factor = 1n, divisor = 1n): void {
  define(names, dimensions, factor, divisor);
  const [sign, ...words] = names.split(" ") as [string, ...string[]];
  for (const [short, long, num, den] of prefixes) {
    // Keyboards have no µ, and many write a capital K.
    const typed = short === "µ" ? [`u${sign}`] : short === "k" ? [`K${sign}`] : [];
    const all = [`${short}${sign}`, ...typed, ...words.map((word) => `${long}${word}`)].join(" ");
    define(all, dimensions, num * factor, den * divisor);
  }
}

const L = { length: 1 };
definePrefixed("m meter meters metre metres", L);
define("km Km kilometer kilometers kilometre kilometres kms", L, 1000n);
define("dm decimeter decimeters decimetre decimetres", L, 1n, 10n);
define("cm centimeter centimeters centimetre centimetres cms", L, 1n, 100n);
define("µm um micrometer micrometers micrometre micrometres micron microns", L, 1n, 1_000_000n);
define("Å angstrom angstroms", L, 1n, 10_000_000_000n);
define("au AU", L, 149_597_870_700n);
define("inch inches", L, 254n, 10_000n);
define("ft foot feet", L, 3048n, 10_000n);
define("yd yard yards", L, 9144n, 10_000n);
define("mi mile miles", L, 1_609_344n, 1000n);
define("nmi nauticalmile", L, 1852n);
define("ly lightyear lightyears", L, 9_460_730_472_580_800n);
definePrefixed("pc parsec parsecs", L, 30_856_775_814_913_673n);
define("acre acres", { length: 2 }, 40_468_564_224n, 10_000_000n);
define("ha hectare hectares", { length: 2 }, 10_000n);
definePrefixed("L liter liters litre litres", { length: 3 }, 1n, 1000n);
define("mL ml cc milliliter milliliters millilitre millilitres", { length: 3 }, 1n, 1_000_000n);
define("L l liter liters litre litres", { length: 3 }, 1n, 1000n);
define("dL deciliter deciliters decilitre decilitres", { length: 3 }, 1n, 10_000n);
define("cL centiliter centiliters centilitre centilitres", { length: 3 }, 1n, 100_000n);
define("gal gallon gallons", { length: 3 }, 3_785_411_784n, 1_000_000_000_000n);
define("qt quart quarts", { length: 3 }, 946_352_946n, 1_000_000_000_000n);
define("pint pints", { length: 3 }, 473_176_473n, 1_000_000_000_000n);
define("gpm", { length: 3, time: -1 }, 3_785_411_784n, 60_000_000_000_000n);
define("cfs", { length: 3, time: -1 }, 3048n ** 3n, 10n ** 12n);
define("cfm", { length: 3, time: -1 }, 3048n ** 3n, 60n * 10n ** 12n);
define("barn barns", { length: 2 }, 1n, 10n ** 28n);
const M = { mass: 1 };
define("g gram grams gm gms", M, 1n, 1000n);
define("kg Kg kilogram kilograms kgs", M);
define("mg milligram milligrams", M, 1n, 1_000_000n);
define("µg ug mcg microgram micrograms", M, 1n, 1_000_000_000n);
define("ng nanogram nanograms", M, 1n, 1_000_000_000_000n);
define("pg picogram picograms", M, 1n, 1_000_000_000_000_000n);
define("t ton tons tonne tonnes", M, 1000n);
definePrefixed("Da amu dalton daltons", M, 166_053_906_660n, 10n ** 38n);
define("lb lbs pound pounds", M, 45_359_237n, 100_000_000n);
define("lbm", M, 45_359_237n, 100_000_000n);
define("oz ounce ounces", M, 45_359_237n, 1_600_000_000n);
define("slug slugs", M, 44_482_216_152_605n, 3048n * 10n ** 9n);
const T = { time: 1 };
definePrefixed("s second seconds", T);
define("s sec secs second seconds", T);
define("min mins minute minutes", T, 60n);
define("h hr hrs hour hours", T, 3600n);
define("day days", T, 86_400n);
define("week weeks wk wks", T, 604_800n);
define("month months", { month: 1 });
define("year years yr yrs", { month: 1 }, 12n);
define("decade decades", { month: 1 }, 120n);
define("century centuries", { month: 1 }, 1200n);
define("kyr", { month: 1 }, 12_000n);
define("Myr", { month: 1 }, 12_000_000n);
define("Gyr", { month: 1 }, 12_000_000_000n);
const speed = { length: 1, time: -1 };
define("mph", speed, 1_609_344n, 3_600_000n);
define("mpg", { length: -2 }, 1_609_344n * 10n ** 9n, 3_785_411_784n);
define("kmh kph kmph", speed, 1000n, 3600n);
define("knot knots", speed, 1852n, 3600n);
definePrefixed("Hz hertz", { time: -1 });
define("rev revs revolution revolutions", { revolution: 1 });
define("rpm", { revolution: 1, time: -1 }, 1n, 60n);
definePrefixed("N newton newtons", { mass: 1, length: 1, time: -2 });
define("lbf", { mass: 1, length: 1, time: -2 }, 44_482_216_152_605n, 10n ** 13n);
define("kip kips", { mass: 1, length: 1, time: -2 }, 44_482_216_152_605n, 10n ** 10n);
define("kgf", { mass: 1, length: 1, time: -2 }, 980_665n, 100_000n);
define("dyn dyne dynes", { mass: 1, length: 1, time: -2 }, 1n, 100_000n);
const energy = { mass: 1, length: 2, time: -2 };
definePrefixed("J joule joules", energy);
definePrefixed("Nm", energy);
definePrefixed("cal calorie calories", energy, 4184n, 1000n);
definePrefixed("eV electronvolt electronvolts", energy, 1_602_176_634n, 10n ** 28n);
definePrefixed("Wh", energy, 3600n);
define("erg ergs", energy, 1n, 10_000_000n);
define("Btu BTU btu", energy, 105_505_585_262n, 100_000_000n);
definePrefixed("Ns", { mass: 1, length: 1, time: -1 });
definePrefixed("Js", { mass: 1, length: 2, time: -1 });
define("hp horsepower", { mass: 1, length: 2, time: -3 }, 74_569_987_158_227_022n, 10n ** 14n);
define("c", speed, 299_792_458n);
define("rydberg rydbergs", energy, 21_798_723_611_035n, 10n ** 31n);
define("hartree hartrees", energy, 43_597_447_222_071n, 10n ** 31n);
define("poise", { mass: 1, length: -1, time: -1 }, 1n, 10n);
define("cP centipoise", { mass: 1, length: -1, time: -1 }, 1n, 1000n);
definePrefixed("W watt watts", { mass: 1, length: 2, time: -3 });
const pressure = { mass: 1, length: -1, time: -2 };
definePrefixed("Pa pascal pascals", pressure);
define("hPa hectopascal hectopascals", pressure, 100n);
define("atm atmosphere atmospheres", pressure, 101_325n);
definePrefixed("A amp amps ampere amperes", { current: 1 });
definePrefixed("V volt volts", { mass: 1, length: 2, time: -3, current: -1 });
const resistance = { mass: 1, length: 2, time: -3, current: -2 };
definePrefixed("Ω ohm ohms", resistance);
define("kΩ kohm kohms kilohm kilohms kiloohm kiloohms", resistance, 1000n);
define("MΩ Mohm Mohms megohm megohms megaohm megaohms", resistance, 1_000_000n);
definePrefixed("C coulomb coulombs", { current: 1, time: 1 });
definePrefixed("Ah", { current: 1, time: 1 }, 3600n);
definePrefixed("F farad farads", { mass: -1, length: -2, time: 4, current: 2 });
definePrefixed("H henry henries henrys", { mass: 1, length: 2, time: -2, current: -2 });
definePrefixed("Wb weber webers", { mass: 1, length: 2, time: -2, current: -1 });
definePrefixed("T tesla teslas", { mass: 1, time: -2, current: -1 });
define("gauss", { mass: 1, time: -2, current: -1 }, 1n, 10_000n);
define("kG kilogauss", { mass: 1, time: -2, current: -1 }, 1n, 10n);
define("debye debyes", { current: 1, time: 1, length: 1 }, 333_564n, 10n ** 35n);
define("K kelvin kelvins", { temperature: 1 });
define("°C celsius centigrade", { celsius: 1 });
define("°F fahrenheit", { fahrenheit: 1 });
definePrefixed("mol mole moles", { amount: 1 });
definePrefixed("M molar", { amount: 1, length: -3 }, 1000n);
define("molal", { amount: 1, mass: -1 });
definePrefixed("bar bars", pressure, 100_000n);
define("torr Torr mmHg", pressure, 101_325n, 760n);
define("cmHg", pressure, 101_325n, 76n);
define("inHg", pressure, 254n * 101_325n, 7600n);
define("psi psia", pressure, 44_482_216_152_605n, 100_000n * 64_516n);
define("ksi", pressure, 44_482_216_152_605n, 100n * 64_516n);
define("dB decibel decibels", { decibel: 1 });
definePrefixed("S siemens", { mass: -1, length: -2, time: 3, current: 2 });
definePrefixed("Bq becquerel becquerels", { becquerel: 1 });
definePrefixed("Ci curie curies", { becquerel: 1 }, 37_000_000_000n);
definePrefixed("Gy gray", { length: 2, time: -2 });
definePrefixed("Sv sievert sieverts", { sievert: 1 });
define("rem rems", { sievert: 1 }, 1n, 100n);
define("candela candelas", { candela: 1 });
define("lumen lumens", { lumen: 1 });
define("lux", { lumen: 1, length: -2 });
define("diopter diopters dioptre dioptres", { length: -1 });
define("bit bits", { data: 1 });
define("byte bytes", { data: 1 }, 8n);
define("KB kilobyte kilobytes", { data: 1 }, 8000n);
define("MB megabyte megabytes", { data: 1 }, 8_000_000n);
define("GB gigabyte gigabytes", { data: 1 }, 8_000_000_000n);
define("$ dollar dollars USD usd bucks", { dollar: 1 });
define("¢ cent cents", { dollar: 1 }, 1n, 100n);
define("€ euro euros EUR", { euro: 1 });
define("£ GBP", { sterling: 1 });
define("¥ yuan RMB CNY", { yuan: 1 });
define("yen JPY", { yen: 1 });
define("₹ rupee rupees INR Rs", { rupee: 1 });
define("unit units", { unit: 1 });
define("rad rads radian radians", { radian: 1 });
define("gradian gradians gon gons", { gradian: 1 });
define("permille", {}, 1n, 1000n);
define("bp bps", {}, 1n, 10_000n);
define("ppm", {}, 1n, 1_000_000n);
define("ppb", {}, 1n, 1_000_000_000n);

/** Things that are counted and not measured. */
const countable = new Set(["unit", "bit", "byte"]);
export const isCounted = ({ factors }: Unit): boolean => factors.every(({ name }) => countable.has(name));

/** Whether a unit is money, perhaps per something. */
const money = wordSet`$ ¢ € £ ¥ yen ₹`;
export const isMoney = ({ factors }: Unit): boolean =>
  factors.some(({ name, power }) => money.has(name) && power === 1);

/** Names that plain letters could be: units only when set upright. */
const oneOrTwoLetters = /^[A-Za-z]{1,2}$/;
/** The canonical name of a unit, if the word is one in such a setting. */
export function unitName(word: string, upright: boolean): string | undefined {
  const found = canonical.get(word) ?? (word.length > 3 ? canonical.get(word.toLowerCase()) : undefined);
  if (found === undefined) return undefined;
  if (!upright && oneOrTwoLetters.test(word) && !clearPairs.has(word)) return undefined;
  return found;
}

/**
 * Temperatures on scales with their own zero, as kelvins. A temperature alone does not show whether a difference of
 * degrees is meant.
 */
const temperatures: ReadonlyMap<string, Measure> = new Map([
  ["°C", { dimension: "temperature^1", num: 1n, den: 1n, zero: [27_315n, 100n] }],
  ["°F", { dimension: "temperature^1", num: 5n, den: 9n, zero: [45_967n, 100n] }],
]);

/** Reduces a unit to its dimension and factor; undefined for a mere noun. */
export function measure(unit: Unit): Measure | undefined {
  if (unit.factors.length === 0) return undefined;
  const [only] = unit.factors;
  const temperature =
    unit.factors.length === 1 && only!.power === 1 ? temperatures.get(only!.name) : undefined;
  if (temperature) return temperature;
  const total = new Map<string, number>();
  let num = 1n;
  let den = 1n;
  for (const { name, power } of unit.factors) {
    const definition = definitions.get(name);
    if (!definition) return undefined;
    for (const [named, exponent] of Object.entries(definition.dimensions)) {
      // In `J/(kg °C)` a degree is a difference of temperatures, and as large as a kelvin.
      const dimension = named === "celsius" ? "temperature" : named;
      total.set(dimension, (total.get(dimension) ?? 0) + exponent * power);
    }
    const times = BigInt(Math.abs(power));
    if (power >= 0) {
      num *= definition.num ** times;
      den *= definition.den ** times;
    } else {
      num *= definition.den ** times;
      den *= definition.num ** times;
    }
  }
  const dimension = [...total]
    .filter(([, exponent]) => exponent !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, exponent]) => `${name}^${exponent}`)
    .join(" ");
  return { dimension, num, den };
}
