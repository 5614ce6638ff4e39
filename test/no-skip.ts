// Whether a test that lacks what it needs fails instead of being skipped, as it does before a change lands.
export const mustRun = process.env.ASSAY_NO_SKIP === "1";
