/** Why an upload needs a manual review. Stored with the upload and shown to its creator. */
export const REVIEW_REASONS = [
  /** A file or folder name looks like, or becomes, another name on some system. */
  'ambiguous_name',
  /** A file is larger than what the antivirus reads. */
  'antivirus_stream_limit',
  /** The antivirus gave no verdict. */
  'antivirus_unknown',
  'executable_content',
  /** The decoder crashed or made no progress. */
  'inspection_failed',
  /** Unpacking needs more memory than an inspection has. */
  'inspection_memory',
  /** The scan reached no result within its attempts. */
  'manual_intervention_required',
  /** The archive uses an unsupported compression method or feature. */
  'method_not_supported',
  'nested_archive',
  /** A nested archive is too deep, too large or not a plain ZIP. */
  'nested_archive_not_inspected',
  /** The archive contains nothing to compare its content with, such as checksums. */
  'unverified_content',
] as const;

/** The code of one of these reasons. */
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** Why a moderator rejects an upload. Stored with it and shown to its creator. */
export const REJECTION_REASONS = [
  /** It harms players or their machines. */
  'harmful',
  /** It does not match its description, or hides what it does. */
  'misleading',
  /** Its creator may not distribute it. */
  'rights_violation',
  /** It breaks another rule of this registry. */
  'policy_violation',
  /** It does not work, or is not what the version needs. */
  'broken_file',
  /** A moderator cannot judge it without its source code. */
  'unverifiable',
] as const;

/** The code of one of these reasons. */
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** The reasons for a report of a mod (`ReportReason` in the schema). */
export const REPORT_REASONS = ['malware', 'stolen', 'illegal', 'other'] as const;

/** A reason for a report. */
export type ReportReason = (typeof REPORT_REASONS)[number];
