import type { QuotaBucket } from './limits.js';

/** A member that a problem document may have in addition to the standard ones (Spec 2.10). */
export type ExtensionName =
  | 'retry_after_seconds'
  | 'quota_bucket'
  | 'required_scopes'
  | 'fields'
  | 'download_job';

/** The facts of one error code that the contract fixes (Spec 7.2, 7.3). */
export interface ErrorRow {
  /** The allowed statuses. `problem` uses the first unless its caller names another one. */
  readonly status: readonly [number, ...number[]];
  /** Whether repeating the same logical request is safe and may succeed. */
  readonly retryable: boolean;
  /** The allowed extension members. `problem` throws for any other. */
  readonly extensions: readonly ExtensionName[];
  /** The `title` of the problem document: short, English and constant. */
  readonly title: string;
}

/**
 * Every error that a client may see. Codes never change their name, meaning or status within v1
 * (Spec 7.1). Their other texts are in error-texts.ts.
 */
export const ERRORS = {
  access_denied: { status: [403], retryable: false, extensions: [], title: 'Authorization denied' },
  account_blocked: {
    status: [403],
    retryable: false,
    extensions: [],
    title: 'Account blocked',
  },
  archive_dangerous_entry: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Dangerous entry in the archive',
  },
  archive_duplicate_path: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Path repeated in the archive',
  },
  archive_empty: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Archive without content',
  },
  archive_encrypted_entry: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Encrypted entry in the archive',
  },
  archive_magic_mismatch: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Bytes of another format',
  },
  archive_mime_mismatch: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Content type of another format',
  },
  archive_path_traversal: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Path that leaves the archive',
  },
  archive_symlink_entry: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Symbolic link in the archive',
  },
  archive_too_large: {
    status: [413],
    retryable: false,
    extensions: [],
    title: 'Archive too large',
  },
  archive_validation_failed: {
    status: [409],
    retryable: false,
    extensions: ['fields'],
    title: 'Archive structure refused',
  },
  authorization_pending: {
    status: [400],
    retryable: true,
    extensions: ['retry_after_seconds'],
    title: 'Authorization pending',
  },
  av_scan_rejected: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Security scan not passed',
  },
  checksum_not_verified: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Checksum not verified yet',
  },
  confirmation_required: {
    status: [403],
    retryable: false,
    extensions: ['required_scopes'],
    title: 'Confirmation required',
  },
  cursor_context_mismatch: {
    status: [400],
    retryable: false,
    extensions: [],
    title: 'Cursor of another list',
  },
  delegated_scope_denied: {
    status: [403],
    retryable: false,
    extensions: ['required_scopes'],
    title: 'Scope cannot be delegated',
  },
  download_rate_limited: {
    status: [429],
    retryable: true,
    extensions: ['download_job', 'quota_bucket', 'retry_after_seconds'],
    title: 'Download has to wait',
  },
  download_session_expired: {
    status: [410],
    retryable: false,
    extensions: [],
    title: 'Download session expired',
  },
  download_session_not_found: {
    status: [404],
    retryable: false,
    extensions: [],
    title: 'Download session not found',
  },
  duplicate_version: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Version already exists',
  },
  entitlement_required: {
    status: [403],
    retryable: false,
    extensions: [],
    title: 'Entitlement required',
  },
  expired_token: { status: [400], retryable: false, extensions: [], title: 'Device code expired' },
  fallback_not_allowed: {
    status: [403],
    retryable: false,
    extensions: [],
    title: 'Fallback not allowed',
  },
  feature_disabled: {
    status: [503],
    retryable: false,
    extensions: [],
    title: 'Feature disabled',
  },
  file_not_found: { status: [404], retryable: false, extensions: [], title: 'File not found' },
  file_not_ready: { status: [409], retryable: false, extensions: [], title: 'File not ready' },
  forbidden: {
    status: [403],
    retryable: false,
    extensions: ['required_scopes'],
    title: 'Not allowed',
  },
  gone: { status: [410], retryable: false, extensions: [], title: 'No longer available' },
  idempotency_conflict: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Idempotency key used for another request',
  },
  idempotency_in_progress: {
    status: [409],
    retryable: true,
    extensions: ['retry_after_seconds'],
    title: 'Same request still running',
  },
  idempotency_key_required: {
    status: [400],
    retryable: false,
    extensions: [],
    title: 'Idempotency key required',
  },
  idempotency_replay_unavailable: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'First response cannot be repeated',
  },
  insufficient_scope: {
    status: [403],
    retryable: false,
    extensions: ['required_scopes'],
    title: 'Scope missing',
  },
  internal_error: {
    status: [500],
    retryable: true,
    extensions: ['retry_after_seconds'],
    title: 'Unexpected failure',
  },
  invalid_client: {
    status: [401],
    retryable: false,
    extensions: [],
    title: 'Client not authenticated',
  },
  invalid_client_identity: {
    status: [400],
    retryable: false,
    extensions: [],
    title: 'Client identity missing or wrong',
  },
  invalid_file_id: { status: [400], retryable: false, extensions: [], title: 'Malformed file id' },
  invalid_grant: { status: [400, 409], retryable: false, extensions: [], title: 'Grant not valid' },
  invalid_input: {
    status: [400],
    retryable: false,
    extensions: ['fields'],
    title: 'Invalid input',
  },
  invalid_json: { status: [400], retryable: false, extensions: ['fields'], title: 'Invalid JSON' },
  invalid_metadata: {
    status: [400],
    retryable: false,
    extensions: ['fields'],
    title: 'Invalid metadata',
  },
  invalid_part_numbers: {
    status: [400],
    retryable: false,
    extensions: [],
    title: 'Invalid part numbers',
  },
  invalid_parts: {
    status: [400, 409],
    retryable: false,
    extensions: [],
    title: 'Parts do not fit the upload',
  },
  invalid_request: {
    status: [400, 413],
    retryable: false,
    extensions: ['fields'],
    title: 'Malformed request',
  },
  invalid_scope: {
    status: [400, 403],
    retryable: false,
    extensions: ['required_scopes'],
    title: 'Scope not available',
  },
  invalid_sha256: { status: [400], retryable: false, extensions: [], title: 'Malformed SHA-256' },
  invalid_size: { status: [400], retryable: false, extensions: [], title: 'Invalid size' },
  invalid_staging_object: {
    status: [400],
    retryable: false,
    extensions: [],
    title: 'Staged object not usable',
  },
  invalid_state: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'State does not allow this',
  },
  invalid_state_transition: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'State change not allowed',
  },
  invalid_tool_output: {
    status: [500],
    retryable: true,
    extensions: ['retry_after_seconds'],
    title: 'Unusable result of a tool',
  },
  missing_sha256: {
    status: [400, 409],
    retryable: false,
    extensions: [],
    title: 'SHA-256 missing',
  },
  not_found: { status: [404], retryable: false, extensions: [], title: 'Not found' },
  origin_mismatch: {
    status: [403],
    retryable: false,
    extensions: [],
    title: 'Request from another origin',
  },
  part_checksum_mismatch: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Checksum of a part differs',
  },
  part_size_mismatch: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Size of a part differs',
  },
  precondition_failed: {
    status: [412],
    retryable: false,
    extensions: [],
    title: 'Precondition failed',
  },
  precondition_required: {
    status: [428],
    retryable: false,
    extensions: [],
    title: 'Precondition required',
  },
  rate_limited: {
    status: [429],
    retryable: true,
    extensions: ['quota_bucket', 'retry_after_seconds'],
    title: 'Too many requests',
  },
  request_body_too_large: {
    status: [413],
    retryable: false,
    extensions: [],
    title: 'Request body too large',
  },
  resource_scope_denied: {
    status: [403],
    retryable: false,
    extensions: [],
    title: 'Resource outside the credential',
  },
  server_error: {
    status: [500, 503],
    retryable: true,
    extensions: ['retry_after_seconds'],
    title: 'Authorization server failure',
  },
  service_unavailable: {
    status: [503],
    retryable: true,
    extensions: ['retry_after_seconds'],
    title: 'Service unavailable',
  },
  session_expired: {
    status: [410],
    retryable: false,
    extensions: [],
    title: 'Upload session expired',
  },
  session_not_abortable: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Upload session cannot be aborted',
  },
  session_not_found: {
    status: [404],
    retryable: false,
    extensions: [],
    title: 'Upload session not found',
  },
  session_not_multipart: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Upload session has no parts',
  },
  session_not_uploaded: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Upload not complete',
  },
  session_not_uploading: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Upload session accepts no bytes',
  },
  sha256_mismatch: { status: [409], retryable: false, extensions: [], title: 'SHA-256 differs' },
  size_mismatch: { status: [409], retryable: false, extensions: [], title: 'Size differs' },
  slow_down: {
    status: [400, 429],
    retryable: true,
    extensions: ['quota_bucket', 'retry_after_seconds'],
    title: 'Polling too often',
  },
  step_up_required: {
    status: [403],
    retryable: false,
    extensions: [],
    title: 'Second factor required',
  },
  team_role_denied: {
    status: [403],
    retryable: false,
    extensions: [],
    title: 'Team role does not allow this',
  },
  tool_not_found: { status: [404], retryable: false, extensions: [], title: 'Tool not found' },
  unauthorized: {
    status: [401],
    retryable: false,
    extensions: [],
    title: 'Valid credential required',
  },
  unauthorized_client: {
    status: [403],
    retryable: false,
    extensions: [],
    title: 'Client not allowed here',
  },
  unsupported_archive_extension: {
    status: [400],
    retryable: false,
    extensions: [],
    title: 'Archive format not accepted',
  },
  unsupported_grant_type: {
    status: [400],
    retryable: false,
    extensions: [],
    title: 'Grant type not offered',
  },
  unsupported_version: {
    status: [422],
    retryable: false,
    extensions: [],
    title: 'Version not supported',
  },
  user_not_found: { status: [404], retryable: false, extensions: [], title: 'User not found' },
  validation_failed: {
    status: [422],
    retryable: false,
    extensions: ['fields'],
    title: 'Validation failed',
  },
  version_not_ready: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Version not ready',
  },
  zip64_not_supported: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'ZIP64 not accepted',
  },
  zip_bomb_guard: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Archive expands too much',
  },
  zip_central_directory_too_large: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Archive directory too large',
  },
  zip_entry_limit: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Too many entries in the archive',
  },
  provider_unsupported: {
    status: [400],
    retryable: false,
    extensions: [],
    title: 'Provider not accepted',
  },
  locator_invalid: {
    status: [422],
    retryable: false,
    extensions: [],
    title: 'Locator not accepted',
  },
  source_already_imported: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'Source already registered',
  },
  reference_pending: {
    status: [409],
    retryable: true,
    extensions: ['retry_after_seconds'],
    title: 'Reference not verified yet',
  },
  reference_stale: {
    status: [409],
    retryable: true,
    extensions: ['retry_after_seconds'],
    title: 'Reference has to be verified again',
  },
  reference_withdrawn: {
    status: [410],
    retryable: false,
    extensions: [],
    title: 'Reference withdrawn',
  },
  hash_mismatch: { status: [409], retryable: false, extensions: [], title: 'Hash differs' },
  fallback_unavailable: {
    status: [409],
    retryable: false,
    extensions: [],
    title: 'No fallback copy',
  },
  provider_rate_limited: {
    status: [429],
    retryable: true,
    extensions: ['quota_bucket', 'retry_after_seconds'],
    title: 'Provider asks to wait',
  },
  provider_unavailable: {
    status: [503],
    retryable: true,
    extensions: ['retry_after_seconds'],
    title: 'Provider unavailable',
  },
  cover_required: { status: [409], retryable: false, extensions: [], title: 'Cover required' },
  ai_client_upgrade_required: {
    status: [410],
    retryable: false,
    extensions: [],
    title: 'Client too old',
  },
} as const satisfies Readonly<Record<string, ErrorRow>>;

/** A registered code. Clients see no other error. */
export type ErrorCode = keyof typeof ERRORS;

/** Returns whether a text is a registered error code. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

/** The row of a code, widened to the common type. */
export function errorRow(code: ErrorCode): ErrorRow {
  return ERRORS[code];
}

/** The codes after which a write may have taken effect, so its idempotency key stays claimed. */
export const IN_DOUBT: ReadonlySet<string> = new Set<ErrorCode>([
  'internal_error',
  'server_error',
  'service_unavailable',
]);

/** The possible faults of one field. They are registered, because clients branch on them. */
export const FIELD_CODES = [
  'required',
  'unknown_member',
  'exactly_one',
  'invalid_type',
  'invalid_format',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_many',
  'too_complex',
  'not_unique',
  'unknown_value',
  'immutable',
  'not_allowed',
  'repeated_parameter',
  'conflicting_alias',
  'invalid_cursor',
  'cursor_context_mismatch',
] as const;

/** A registered field code. */
export type FieldCode = (typeof FIELD_CODES)[number];

/** One fault of one field. `field` is its path under the client's names: `dependencies[0].kind`. */
export interface FieldProblem {
  readonly field: string;
  readonly code: FieldCode;
  /** Text for users; clients never branch on it. */
  readonly detail?: string;
}

/** The download job in a 429. A retry that names its id continues it (Spec 4.2, `download_job`). */
export interface ProblemDownloadJob {
  readonly id: string;
  readonly grant_id: string;
  readonly progress: { readonly bytes_received: number; readonly provider: string };
  /** The validator of the bytes; null if the service has none. */
  readonly etag: string | null;
}

/** The extension members, under their names in the document. */
export interface ProblemExtensions {
  readonly retry_after_seconds?: number;
  readonly quota_bucket?: QuotaBucket;
  readonly required_scopes?: readonly string[];
  readonly fields?: readonly FieldProblem[];
  readonly download_job?: ProblemDownloadJob;
}

/** The state of a quota after it counted a request (Spec 7.1). */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the quota is full again. */
  readonly resetSeconds: number;
}

/**
 * Facts of one occurrence that are no members of the problem document. HTTP responses carry them as
 * headers (`problemHeaders`).
 */
export interface ProblemFacts {
  /** The quota that counted the request. With `rate_limited`, it is used up. */
  readonly quota?: Quota;
  /** The current validator, if the client's is stale. */
  readonly etag?: string;
  /** The id of an upload that its creator gives to support (Spec 2.9, `supportCorrelationId`). */
  readonly supportCorrelationId?: string;
}

/** A text for users in each supported language. */
export interface TextForPeople {
  readonly en: string;
  readonly ru: string;
  readonly de: string;
}

/** The details of one occurrence of an error. */
export interface ProblemOptions extends ProblemFacts {
  /** Replaces the standard `detail` of the code. Must not contain secrets. */
  readonly detail?: TextForPeople;
  /** One of the code's statuses, if the first one does not apply. */
  readonly status?: number;
  readonly fields?: readonly FieldProblem[];
  /** Whole seconds, at least 1; required with status 429. */
  readonly retryAfterSeconds?: number;
  readonly quotaBucket?: QuotaBucket;
  readonly requiredScopes?: readonly string[];
  readonly downloadJob?: ProblemDownloadJob;
  /** A detail for the log that clients must not see. */
  readonly log?: string;
  readonly cause?: unknown;
}

/** The only kind of error that reaches a client. Create it with `problem()`. */
export class RegisteredError extends Error {
  override readonly name = 'RegisteredError';

  constructor(
    readonly code: ErrorCode,
    readonly status: number,
    readonly extensions: ProblemExtensions,
    readonly facts: ProblemFacts,
    /** For the log only; clients read the texts of error-texts.ts. */
    readonly logDetail: string | null,
    cause: unknown,
    /** The `detail` of this occurrence; null if the code's text suffices. */
    readonly detail: TextForPeople | null = null,
  ) {
    super(
      logDetail === null ? code : `${code}: ${logDetail}`,
      cause === undefined ? {} : { cause },
    );
  }

  /** Whether repeating the same logical request is safe and may succeed (Spec 7.1, `retryable`). */
  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }

  /** The same error with further facts. */
  withFacts(facts: ProblemFacts): RegisteredError {
    return this.with(this.extensions, { ...this.facts, ...facts });
  }

  /** The same error with its faults under other field names; itself if it has none. */
  withFieldNames(nameOf: (field: string) => string): RegisteredError {
    const { fields } = this.extensions;
    if (!fields) return this;
    const named = fields.map((fault) => ({ ...fault, field: nameOf(fault.field) }));
    return this.with({ ...this.extensions, fields: named }, this.facts);
  }

  private with(extensions: ProblemExtensions, facts: ProblemFacts): RegisteredError {
    const { code, status, logDetail, cause, detail } = this;
    return new RegisteredError(code, status, extensions, facts, logDetail, cause, detail);
  }
}

/**
 * Creates the error of a code; the caller throws it. Spec 7.2. Throws a plain Error if the program
 * contradicts the registry:
 * - a status or an extension that the code's row does not allow
 * - status 429 without a delay, or a delay that is not a whole number of seconds from 1
 */
export function problem(code: ErrorCode, options: ProblemOptions = {}): RegisteredError {
  const row = errorRow(code);
  const status = options.status ?? row.status[0];
  if (!row.status.includes(status)) throw new Error(`${code} does not occur with status ${status}`);
  const extensions = extensionsOf(options);
  for (const name of Object.keys(extensions)) {
    if (!row.extensions.some((allowed) => allowed === name)) {
      throw new Error(`${code} does not carry ${name}`);
    }
  }
  const delay = options.retryAfterSeconds;
  if (delay === undefined ? status === 429 : !Number.isInteger(delay) || delay < 1) {
    throw new Error(`${code} needs a delay of whole seconds, at least 1`);
  }
  const { log = null, cause, detail = null } = options;
  return new RegisteredError(code, status, extensions, factsOf(options), log, cause, detail);
}

function extensionsOf(options: ProblemOptions): ProblemExtensions {
  const { retryAfterSeconds, quotaBucket, requiredScopes, fields, downloadJob } = options;
  return {
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    ...(quotaBucket === undefined ? {} : { quota_bucket: quotaBucket }),
    ...(requiredScopes === undefined ? {} : { required_scopes: requiredScopes }),
    ...(fields === undefined ? {} : { fields }),
    ...(downloadJob === undefined ? {} : { download_job: downloadJob }),
  };
}

function factsOf({ quota, etag, supportCorrelationId }: ProblemFacts): ProblemFacts {
  return {
    ...(quota === undefined ? {} : { quota }),
    ...(etag === undefined ? {} : { etag }),
    ...(supportCorrelationId === undefined ? {} : { supportCorrelationId }),
  };
}
