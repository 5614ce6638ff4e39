// The stories that arithmetic is told in. `models/stories.json` is the same for Python, and a test compares the two.

/** Slots: {who}, {things}, {n} for a number, and {equation} for what a step of a solution works out. */
export interface Story {
  who: readonly string[];
  things: readonly string[];
  start: readonly string[];
  add: readonly string[];
  subtract: readonly string[];
  multiply: readonly string[];
  ask: readonly string[];
  step: string;
}

export const stories: readonly Story[] = [
  {
    who: ["Mia", "Noah", "Lena", "Omar"],
    things: ["marbles", "shells", "buttons"],
    start: [
      "{who} keeps {n} {things} in a tin.",
      "{who} has {n} {things}.",
      "{who} starts with {n} {things}.",
    ],
    add: ["A friend brings {n} more.", "{who} finds {n} more.", "Then {n} more come in the mail."],
    subtract: ["{who} gives {n} away.", "{who} loses {n} on the way home.", "Then {n} go to a cousin."],
    multiply: ["A lucky trade makes it {n} times as many.", "{who} swaps them for {n} times as many."],
    ask: ["How many {things} does {who} have now?", "How many {things} are in the tin?"],
    step: "Now {who} has {equation} {things}.",
  },
  {
    who: ["the baker", "the cafe", "the corner shop"],
    things: ["rolls", "buns", "cookies"],
    start: ["{who} has {n} {things} ready.", "At dawn {who} counts {n} {things}."],
    add: ["Another tray adds {n}.", "{who} bakes {n} more.", "A helper brings {n} more."],
    subtract: ["{who} sells {n}.", "A school picks up {n}.", "Then {n} get burnt and are thrown out."],
    multiply: [
      "For a feast {who} makes it {n} times as many.",
      "A big order asks for {n} times that number.",
    ],
    ask: ["How many {things} are there at the end?", "How many {things} does that make?"],
    step: "That makes {equation} {things}.",
  },
  {
    who: ["the library", "the school", "the museum"],
    things: ["books", "maps", "letters"],
    start: ["{who} owns {n} {things}.", "{who} opens with {n} {things}."],
    add: ["A gift adds {n}.", "{who} buys {n} more.", "In the cellar {n} more turn up."],
    subtract: ["{who} lends out {n}.", "A leak ruins {n}.", "Then {n} are sold."],
    multiply: ["Ten years later there are {n} times as many.", "A merger makes it {n} times as many."],
    ask: ["How many {things} does {who} own then?", "How many {things} are left?"],
    step: "{who} owns {equation} {things}.",
  },
  {
    who: ["the farmer", "Aunt Rosa", "Old Tom"],
    things: ["apples", "pears", "plums"],
    start: ["{who} picks {n} {things} before lunch.", "{who} fills a cart with {n} {things}."],
    add: ["The next tree gives {n} more.", "{who} picks {n} more.", "A neighbour adds {n}."],
    subtract: ["Birds take {n}.", "{who} eats or gives away {n}.", "Then {n} turn out to be rotten."],
    multiply: ["The whole field yields {n} times as much.", "With help it becomes {n} times as many."],
    ask: ["How many {things} does {who} bring home?", "How many {things} are there in all?"],
    step: "There are {equation} {things}.",
  },
  {
    who: ["the harbour", "the depot", "the warehouse"],
    things: ["crates", "barrels", "sacks"],
    start: ["{who} holds {n} {things}.", "In the morning {who} holds {n} {things}."],
    add: ["A truck unloads {n}.", "A boat brings {n} more.", "Then {n} come by rail."],
    subtract: ["A storm sweeps away {n}.", "{n} are shipped out.", "Workers load {n} onto a train."],
    multiply: ["By spring the stock is {n} times as large.", "A new wing lets it hold {n} times as many."],
    ask: ["How many {things} does {who} hold in the end?", "How many {things} are in store?"],
    step: "The stock is {equation} {things}.",
  },
  {
    who: ["Ana", "Ben", "Kofi", "Yuki"],
    things: ["points", "coins", "stars"],
    start: ["{who} begins the game with {n} {things}.", "After round one {who} has {n} {things}."],
    add: ["A hidden door is worth {n} more.", "{who} wins {n}.", "A bonus adds {n}."],
    subtract: ["A trap costs {n}.", "{who} pays {n} for a key.", "A wrong turn takes {n} away."],
    multiply: ["A magic card turns it into {n} times as many.", "The wheel stops at {n} times the score."],
    ask: ["How many {things} does {who} end with?", "What is the number of {things} now?"],
    step: "{who} gets to {equation} {things}.",
  },
  {
    who: ["the printer", "the office", "the club"],
    things: ["posters", "cards", "tickets"],
    start: ["{who} prints {n} {things}.", "{who} orders {n} {things}."],
    add: ["Then {n} more are printed.", "A second box holds {n} more.", "{who} adds {n}."],
    subtract: ["{n} are handed out.", "{who} throws away {n} with a smudge.", "Visitors take {n}."],
    multiply: ["The mayor wants {n} times as many.", "For the fair {who} makes {n} times that number."],
    ask: ["How many {things} are there now?", "How many {things} does {who} end up with?"],
    step: "We count {equation} {things}.",
  },
  {
    who: ["the lake", "the pond", "the aquarium"],
    things: ["fish", "frogs", "snails"],
    start: ["{n} {things} live in {who}.", "{who} is home to {n} {things}."],
    add: ["Rain washes in {n} more.", "A child sets {n} free there.", "Then {n} hatch."],
    subtract: ["A heron catches {n}.", "{n} move to another place.", "A cold night kills {n}."],
    multiply: ["In summer they become {n} times as many.", "A year later there are {n} times as many."],
    ask: ["How many {things} live there now?", "How many {things} are there after all that?"],
    step: "It holds {equation} {things}.",
  },
];
