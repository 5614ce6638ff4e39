// Units of measure: which names there are, and how much of its dimension each one is.

import type { Unit } from "./tree.ts";

/** A unit reduced to base dimensions and an exact factor. */
export interface Measure {
  /** Exponents of the base dimensions, as `length^2 time^-1`, sorted: equal strings, same dimension. */
  dimension: string;
  num: bigint;
  den: bigint;
}

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

const L = { length: 1 };
define("m meter meters metre metres", L);
define("km kilometer kilometers kilometre kilometres kms", L, 1000n);
define("dm decimeter decimeters decimetre decimetres", L, 1n, 10n);
define("cm centimeter centimeters centimetre centimetres cms", L, 1n, 100n);
define("mm millimeter millimeters millimetre millimetres", L, 1n, 1000n);
define("µm micrometer micrometers micron microns", L, 1n, 1_000_000n);
define("nm nanometer nanometers", L, 1n, 1_000_000_000n);
define("inch inches", L, 254n, 10_000n);
define("ft foot feet", L, 3048n, 10_000n);
define("yd yard yards", L, 9144n, 10_000n);
define("mi mile miles", L, 1_609_344n, 1000n);
define("ly lightyear lightyears", L, 9_460_730_472_580_800n);
define("acre acres", { length: 2 }, 40_468_564_224n, 10_000_000n);
define("ha hectare hectares", { length: 2 }, 10_000n);
define("L l liter liters litre litres", { length: 3 }, 1n, 1000n);
define("mL ml milliliter milliliters millilitre millilitres", { length: 3 }, 1n, 1_000_000n);
define("gal gallon gallons", { length: 3 }, 3_785_411_784n, 1_000_000_000_000n);
const M = { mass: 1 };
define("kg kilogram kilograms", M);
define("g gram grams gm gms", M, 1n, 1000n);
define("mg milligram milligrams", M, 1n, 1_000_000n);
define("t ton tons tonne tonnes", M, 1000n);
define("lb lbs pound pounds", M, 45_359_237n, 100_000_000n);
define("oz ounce ounces", M, 45_359_237n, 1_600_000_000n);
const T = { time: 1 };
define("s sec secs second seconds", T);
define("ms millisecond milliseconds", T, 1n, 1000n);
define("min mins minute minutes", T, 60n);
define("h hr hrs hour hours", T, 3600n);
define("day days", T, 86_400n);
define("week weeks wk wks", T, 604_800n);
define("month months", { month: 1 });
define("year years yr yrs", { month: 1 }, 12n);
const speed = { length: 1, time: -1 };
define("mph", speed, 1_609_344n, 3_600_000n);
define("kmh kph kmph", speed, 1000n, 3600n);
define("knot knots", speed, 1852n, 3600n);
define("Hz hertz", { time: -1 });
define("kHz kilohertz", { time: -1 }, 1000n);
define("MHz megahertz", { time: -1 }, 1_000_000n);
define("rpm", { revolution: 1, time: -1 }, 1n, 60n);
define("N newton newtons", { mass: 1, length: 1, time: -2 });
define("J joule joules", { mass: 1, length: 2, time: -2 });
define("kJ kilojoule kilojoules", { mass: 1, length: 2, time: -2 }, 1000n);
define("cal calorie calories", { mass: 1, length: 2, time: -2 }, 4184n, 1000n);
define("eV", { electronvolt: 1 });
define("keV", { electronvolt: 1 }, 1000n);
define("MeV", { electronvolt: 1 }, 1_000_000n);
define("GeV", { electronvolt: 1 }, 1_000_000_000n);
define("W watt watts", { mass: 1, length: 2, time: -3 });
define("kW kilowatt kilowatts", { mass: 1, length: 2, time: -3 }, 1000n);
define("MW megawatt megawatts", { mass: 1, length: 2, time: -3 }, 1_000_000n);
define("kWh", { mass: 1, length: 2, time: -2 }, 3_600_000n);
define("Pa pascal pascals", { mass: 1, length: -1, time: -2 });
define("kPa kilopascal kilopascals", { mass: 1, length: -1, time: -2 }, 1000n);
define("atm", { mass: 1, length: -1, time: -2 }, 101_325n);
define("A amp amps ampere amperes", { current: 1 });
define("V volt volts", { mass: 1, length: 2, time: -3, current: -1 });
define("ohm ohms Ω", { mass: 1, length: 2, time: -3, current: -2 });
define("C coulomb coulombs", { current: 1, time: 1 });
define("F farad farads", { farad: 1 });
define("T tesla teslas", { mass: 1, time: -2, current: -1 });
define("K kelvin kelvins", { temperature: 1 });
define("°C celsius centigrade", { celsius: 1 });
define("°F fahrenheit", { fahrenheit: 1 });
define("mol mole moles", { amount: 1 });
define("bit bits", { data: 1 });
define("byte bytes", { data: 1 }, 8n);
define("KB kilobyte kilobytes", { data: 1 }, 8000n);
define("MB megabyte megabytes", { data: 1 }, 8_000_000n);
define("GB gigabyte gigabytes", { data: 1 }, 8_000_000_000n);
define("$ dollar dollars USD usd bucks", { dollar: 1 });
define("¢ cent cents", { dollar: 1 }, 1n, 100n);
define("€ euro euros EUR", { euro: 1 });
define("£ GBP", { sterling: 1 });
define("¥ yen yuan RMB CNY", { yen: 1 });
define("₹ rupee rupees INR Rs", { rupee: 1 });
define("unit units", { unit: 1 });
define("rad rads radian radians", {});
define("gradian gradians gon gons", { gradian: 1 });
define("permille", {}, 1n, 1000n);
define("bp bps", {}, 1n, 10_000n);
define("ppm", {}, 1n, 1_000_000n);
define("ppb", {}, 1n, 1_000_000_000n);

/** Names that a plain letter could be: units only when set upright. */
const singleLetter = /^[A-Za-z]$/;
/** Pairs of letters that are more often two variables: units only when set upright. */
const alsoLetters = new Set([
  "nm",
  "ms",
  "dm",
  "gm",
  "ly",
  "ha",
  "mi",
  "pa",
  "yd",
  "Pa",
  "eV",
  "kW",
  "MW",
  "kJ",
]);

/** The canonical name of a unit, if the word is one in such a setting. */
export function unitName(word: string, upright: boolean): string | undefined {
  const found = canonical.get(word) ?? (word.length > 3 ? canonical.get(word.toLowerCase()) : undefined);
  if (found === undefined) return undefined;
  if (!upright && (singleLetter.test(word) || alsoLetters.has(word))) return undefined;
  return found;
}

/** Reduces a unit to its dimension and factor; undefined for a mere noun. */
export function measure(unit: Unit): Measure | undefined {
  if (unit.factors.length === 0) return undefined;
  const total = new Map<string, number>();
  let num = 1n;
  let den = 1n;
  for (const { name, power } of unit.factors) {
    const definition = definitions.get(name);
    if (!definition) return undefined;
    for (const [dimension, exponent] of Object.entries(definition.dimensions))
      total.set(dimension, (total.get(dimension) ?? 0) + exponent * power);
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
