// The words that the reference deletes as units. The list comes from MathQA, typing errors and all, and its
// order decides what is left; a full stop in an entry stands for any character.

/** Separated by commas alone: the space before `m east` belongs to it. */
const list =
  "east,degree,mph,kmph,ft,m sqaure, m east,sq m,deg,mile,q .,monkey,prime,ratio,profit of rs,rd,o,gm,p . m," +
  "lb,tile,per,dm,lt,gain,ab,way,west,a .,b .,c .,d .,e .,f .,g .,h .,t,a,h,no change,men,soldier,pie,bc," +
  "excess,st,inches,noon,percent,by,gal,kmh,c,acre,rise,a . m,th,π r 2,sq,mark,l,toy,coin,sq . m,gallon,° f," +
  "profit,minw,yr,women,feet,am,pm,hr,cu cm,square,v â € ™,are,rupee,rounds,cubic,cc,mtr,s,ohm,number,kmph," +
  "day,hour,minute,min,second,man,woman,sec,cube,mt,sq inch,mp,∏ cm ³,hectare,more,sec,unit,cu . m,cm 2,rs .," +
  "rs,kg,g,month,km,m,cm,mm,apple,liter,loss,yard,pure,year,increase,decrease,d,less,Surface,litre,pi sq m," +
  "s .,metre,meter,inch";

interface UnitWord {
  /** What any text with this unit holds; a look for it saves most searches. */
  literal: string;
  /** Made when a text first needs it, since there are some 250 and most programs need none. */
  pattern?: RegExp;
  word: string;
}

const border = "[^\\p{L}\\p{N}_]";

const singular = list.split(",");

const words: readonly UnitWord[] = [...singular, ...singular.map((word) => `${word}s`)].map((word) => ({
  literal: word.split(".")[0]!,
  word,
}));

const patternOf = (word: string): RegExp =>
  new RegExp(`(^|${border})${word.replaceAll(".", "[^\\n]")}($|${border})`, "gu");

/** Deletes each unit that stands between borders, and leaves both; never the whole text. */
export function withoutUnits(text: string): string {
  let left = text;
  // One deletion takes the border that the next would need, hence the second round.
  for (let round = 0; round < 2; round++) {
    for (const unit of words) {
      if (!left.includes(unit.literal)) continue;
      unit.pattern ??= patternOf(unit.word);
      const next = left.replace(unit.pattern, "$1$2");
      if (next !== "") left = next;
    }
  }
  return left;
}
