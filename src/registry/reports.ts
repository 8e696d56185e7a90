/** The reasons for a report of a mod (`ReportReason` in the schema). */
export const REPORT_REASONS = ['malware', 'stolen', 'illegal', 'other'] as const;

/** A reason for a report. */
export type ReportReason = (typeof REPORT_REASONS)[number];
