import { ERROR_TEXTS } from '../../../src/registry/error-texts';
import type { ErrorCode } from '../../../src/registry/errors';
import type { Problem } from '../api/problem';
import type { Locale } from '../i18n';
import type { problems } from '../i18n/en/problems';

/** The key of a message about a class of errors. */
type Message = Extract<keyof typeof problems, `problem.${string}`>;

/** The words about an error: a message of the dashboard, or a text in the language of the page. */
export type Words = { readonly message: Message } | { readonly text: string };

/**
 * The words of the dashboard for each code. `registry` is the text of the code in the registry. The
 * registry's texts of the other codes address the author of a program, for example with the name of
 * a header.
 */
const WORDS: Readonly<Record<ErrorCode, 'registry' | Message>> = {
  access_denied: 'problem.page',
  account_blocked: 'registry',
  ai_client_upgrade_required: 'problem.page',
  archive_dangerous_entry: 'registry',
  archive_duplicate_path: 'registry',
  archive_empty: 'registry',
  archive_encrypted_entry: 'registry',
  archive_magic_mismatch: 'registry',
  archive_mime_mismatch: 'problem.mediaType',
  archive_path_traversal: 'registry',
  archive_symlink_entry: 'registry',
  archive_too_large: 'registry',
  archive_validation_failed: 'registry',
  authorization_pending: 'problem.page',
  av_scan_rejected: 'registry',
  checksum_not_verified: 'registry',
  confirmation_required: 'problem.page',
  cover_required: 'registry',
  cursor_context_mismatch: 'problem.changed',
  delegated_scope_denied: 'problem.rights',
  download_rate_limited: 'problem.wait',
  download_session_expired: 'problem.page',
  download_session_not_found: 'problem.missing',
  duplicate_version: 'registry',
  entitlement_required: 'problem.rights',
  expired_token: 'problem.page',
  fallback_not_allowed: 'problem.page',
  fallback_unavailable: 'problem.page',
  feature_disabled: 'registry',
  file_not_found: 'problem.missing',
  file_not_ready: 'registry',
  forbidden: 'problem.rights',
  gone: 'problem.gone',
  hash_mismatch: 'problem.external',
  idempotency_conflict: 'problem.page',
  idempotency_in_progress: 'problem.running',
  idempotency_key_required: 'problem.page',
  idempotency_replay_unavailable: 'problem.shownOnce',
  insufficient_scope: 'problem.rights',
  internal_error: 'problem.later',
  invalid_client: 'problem.page',
  invalid_client_identity: 'problem.page',
  invalid_file_id: 'problem.page',
  invalid_grant: 'problem.page',
  invalid_input: 'problem.input',
  invalid_json: 'problem.page',
  invalid_metadata: 'problem.input',
  invalid_part_numbers: 'problem.upload',
  invalid_parts: 'problem.upload',
  invalid_request: 'problem.page',
  invalid_scope: 'problem.changed',
  invalid_sha256: 'problem.input',
  invalid_size: 'problem.input',
  invalid_staging_object: 'problem.upload',
  invalid_state: 'problem.changed',
  invalid_state_transition: 'problem.changed',
  invalid_tool_output: 'problem.later',
  locator_invalid: 'problem.external',
  missing_sha256: 'problem.upload',
  not_found: 'problem.missing',
  origin_mismatch: 'problem.page',
  part_checksum_mismatch: 'problem.upload',
  part_size_mismatch: 'problem.upload',
  precondition_failed: 'problem.changed',
  precondition_required: 'problem.page',
  provider_rate_limited: 'problem.external',
  provider_unavailable: 'problem.external',
  provider_unsupported: 'problem.external',
  rate_limited: 'problem.wait',
  reference_pending: 'problem.external',
  reference_stale: 'problem.external',
  reference_withdrawn: 'problem.external',
  request_body_too_large: 'problem.tooLarge',
  resource_scope_denied: 'problem.rights',
  server_error: 'problem.later',
  service_unavailable: 'problem.later',
  session_expired: 'problem.uploadOver',
  session_not_abortable: 'problem.changed',
  session_not_found: 'problem.missing',
  session_not_multipart: 'problem.upload',
  session_not_uploaded: 'problem.upload',
  session_not_uploading: 'problem.changed',
  sha256_mismatch: 'problem.upload',
  size_mismatch: 'problem.upload',
  slow_down: 'problem.wait',
  source_already_imported: 'problem.external',
  step_up_required: 'problem.stepUp',
  team_role_denied: 'registry',
  tool_not_found: 'problem.page',
  unauthorized: 'problem.signedOut',
  unauthorized_client: 'problem.page',
  unsupported_archive_extension: 'registry',
  unsupported_grant_type: 'problem.page',
  unsupported_version: 'registry',
  user_not_found: 'problem.user',
  validation_failed: 'problem.input',
  version_not_ready: 'registry',
  zip64_not_supported: 'registry',
  zip_bomb_guard: 'registry',
  zip_central_directory_too_large: 'registry',
  zip_entry_limit: 'registry',
};

/** Messages that the service's words about an occurrence do not replace. */
const FIXED: readonly ('registry' | Message)[] = [
  'problem.page',
  'problem.stepUp',
  'problem.signedOut',
  'problem.wait',
  'problem.running',
];

/**
 * Returns the words about a problem: what happened and what to do next. They are the service's
 * words about the occurrence (`detail`), because these name its object, with three exceptions:
 * - A `FIXED` message stays.
 * - A `detail` that ends with the standard text of the code adds nothing, or only names of request
 *   members for programs (`membersDetail` in the registry).
 * - A code that this version of the dashboard does not know has one general message, so that no
 *   page shows a bare code or an English text.
 */
export function wordsOf({ code, detail }: Pick<Problem, 'code' | 'detail'>, locale: Locale): Words {
  if (!isErrorCode(code)) return { message: 'problem.unknown' };
  const words = WORDS[code];
  const standard = ERROR_TEXTS[code][locale];
  // Problem documents of HTTP always have a detail. It is often only the standard text of the code.
  const isOwn = detail !== null && !detail.endsWith(standard);
  if (isOwn && !FIXED.includes(words)) return { text: detail };
  return words === 'registry' ? { text: standard } : { message: words };
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(WORDS, code);
}
