// Whether a test whose requirements are missing fails instead of being skipped, as it does before a merge.
export const mustRun = process.env.ASSAY_NO_SKIP === "1";
