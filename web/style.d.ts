// Styles are imported for their side effect; the build makes files of them.
declare module "*.css";

/** The text of a style sheet, for a report. */
declare module "*.css?inline" {
  const text: string;
  export default text;
}
