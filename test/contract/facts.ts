/**
 * The facts of the contract as data that no product code reads. The tests compare the registry and
 * the routes with it, in both directions.
 */

/** One error code of the contract. */
export interface ErrorFact {
  readonly code: string;
  readonly status: readonly number[];
  readonly retryable: boolean;
  readonly extensions: readonly string[];
}

/** One public operation of the contract. */
export interface OperationFact {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly auth: string;
  readonly scopes: readonly string[];
  readonly idempotency: string;
  readonly ifMatch: string;
  readonly success: readonly number[];
}

// code, statuses, whether a retry is safe, extensions
const ERRORS = `
access_denied 403 final
account_blocked 403 final
archive_dangerous_entry 409 final
archive_duplicate_path 409 final
archive_empty 409 final
archive_encrypted_entry 409 final
archive_magic_mismatch 409 final
archive_mime_mismatch 409 final
archive_path_traversal 409 final
archive_symlink_entry 409 final
archive_too_large 413 final
archive_validation_failed 409 final fields
authorization_pending 400 retryable retry_after_seconds
av_scan_rejected 409 final
checksum_not_verified 409 final
confirmation_required 403 final required_scopes
cursor_context_mismatch 400 final
delegated_scope_denied 403 final required_scopes
download_rate_limited 429 retryable download_job|quota_bucket|retry_after_seconds
download_session_expired 410 final
download_session_not_found 404 final
duplicate_version 409 final
entitlement_required 403 final
expired_token 400 final
fallback_not_allowed 403 final
feature_disabled 503 final
file_not_found 404 final
file_not_ready 409 final
forbidden 403 final required_scopes
gone 410 final
idempotency_conflict 409 final
idempotency_in_progress 409 retryable retry_after_seconds
idempotency_key_required 400 final
idempotency_replay_unavailable 409 final
insufficient_scope 403 final required_scopes
internal_error 500 retryable retry_after_seconds
invalid_client 401 final
invalid_client_identity 400 final
invalid_file_id 400 final
invalid_grant 400|409 final
invalid_input 400 final fields
invalid_json 400 final fields
invalid_metadata 400 final fields
invalid_part_numbers 400 final
invalid_parts 400|409 final
invalid_request 400|413 final fields
invalid_scope 400|403 final required_scopes
invalid_sha256 400 final
invalid_size 400 final
invalid_staging_object 400 final
invalid_state 409 final
invalid_state_transition 409 final
invalid_tool_output 500 retryable retry_after_seconds
missing_sha256 400|409 final
not_found 404 final
origin_mismatch 403 final
part_checksum_mismatch 409 final
part_size_mismatch 409 final
precondition_failed 412 final
precondition_required 428 final
rate_limited 429 retryable quota_bucket|retry_after_seconds
request_body_too_large 413 final
resource_scope_denied 403 final
server_error 500|503 retryable retry_after_seconds
service_unavailable 503 retryable retry_after_seconds
session_expired 410 final
session_not_abortable 409 final
session_not_found 404 final
session_not_multipart 409 final
session_not_uploaded 409 final
session_not_uploading 409 final
sha256_mismatch 409 final
size_mismatch 409 final
slow_down 400|429 retryable quota_bucket|retry_after_seconds
step_up_required 403 final
team_role_denied 403 final
tool_not_found 404 final
unauthorized 401 final
unauthorized_client 403 final
unsupported_archive_extension 400 final
unsupported_grant_type 400 final
unsupported_version 422 final
user_not_found 404 final
validation_failed 422 final fields
version_not_ready 409 final
zip64_not_supported 409 final
zip_bomb_guard 409 final
zip_central_directory_too_large 409 final
zip_entry_limit 409 final
provider_unsupported 400 final
locator_invalid 422 final
source_already_imported 409 final
reference_pending 409 retryable retry_after_seconds
reference_stale 409 retryable retry_after_seconds
reference_withdrawn 410 final
hash_mismatch 409 final
fallback_unavailable 409 final
provider_rate_limited 429 retryable quota_bucket|retry_after_seconds
provider_unavailable 503 retryable retry_after_seconds
cover_required 409 final
ai_client_upgrade_required 410 final
`;

// operationId, method, path, tag, auth, scopes, Idempotency-Key, If-Match, success statuses
const OPERATIONS = `
listGames GET /games catalog anonymous mods:read none none 200
getGame GET /games/{game_slug} catalog anonymous mods:read none none 200
listCatalogCategories GET /categories catalog anonymous mods:read none none 200
listMods GET /mods catalog anonymous mods:read none none 200
getMod GET /mods/{mod_id} catalog anonymous mods:read none none 200
listModVersions GET /mods/{mod_id}/versions catalog anonymous mods:read none none 200
getModVersion GET /mods/{mod_id}/versions/{version_id} catalog anonymous mods:read none none 200
listModDependencies GET /mods/{mod_id}/dependencies catalog anonymous mods:read none none 200
searchCatalog GET /search catalog anonymous mods:read none none 200
getArtifact GET /artifacts/{artifact_id} catalog anonymous mods:read none none 200
resolveInstallPlan POST /install-plans:resolve downloads optional install_plans:resolve none none 200
resolveDownload POST /downloads/{artifact_id}/resolve downloads optional files:download optional none 200
resolveDownloadFallback POST /downloads/{artifact_id}/fallback downloads optional files:download none none 200
createModDraft POST /mods publishing required mods:write optional none 201
updateModDraft PATCH /mods/{mod_id} publishing required mods:write optional required 200
createModVersion POST /mods/{mod_id}/versions publishing required versions:write optional none 201
updateModVersion PATCH /mods/{mod_id}/versions/{version_id} publishing required versions:write optional required 200
publishModVersion POST /mods/{mod_id}/versions/{version_id}/publish publishing required versions:publish optional none 200
rollbackModVersion POST /mods/{mod_id}/versions/{version_id}/rollback publishing required versions:archive optional none 200
listModMedia GET /mods/{mod_id}/media publishing required mods:write none none 200
addModMedia POST /mods/{mod_id}/media publishing required mods:write required required 201
createModFallbackCover POST /mods/{mod_id}/media:fallback publishing required mods:write optional none 200|201
deleteModMedia DELETE /mods/{mod_id}/media/{media_id} publishing required mods:write optional none 204
registerExternalArtifact POST /mods/{mod_id}/versions/{version_id}/external-artifact publishing required files:reference required none 202
getExternalArtifactValidationJob GET /external-artifact-validation-jobs/{validation_job_id} publishing required files:reference none none 200
validateUploadRequest POST /uploads:validate uploads required files:upload none none 200
createUploadSession POST /uploads uploads required files:upload required none 201
getUploadSession GET /uploads/{upload_id} uploads required files:upload none none 200
signUploadParts POST /uploads/{upload_id}/parts uploads required files:upload none none 200
completeUploadSession POST /uploads/{upload_id}/complete uploads required files:upload required none 202|200
abortUploadSession POST /uploads/{upload_id}/abort uploads required files:upload optional none 200
getUploadReview GET /uploads/{upload_id}/review uploads required files:upload none none 200
listApiKeys GET /api-keys credentials required credentials:manage none none 200
createApiKey POST /api-keys credentials required credentials:manage required none 201
getApiKeyCapabilities GET /api-keys/capabilities credentials required credentials:manage none none 200
rotateApiKey POST /api-keys/{api_key_id}/rotate credentials required credentials:manage required none 201
revokeApiKey DELETE /api-keys/{api_key_id} credentials required credentials:manage none none 204
listModTeamMembers GET /mods/{mod_id}/team-members credentials required teams:admin none none 200
setModTeamMember PUT /mods/{mod_id}/team-members/{user_id} credentials required teams:admin optional none 200
removeModTeamMember DELETE /mods/{mod_id}/team-members/{user_id} credentials required teams:admin none none 204
getMe GET /me account required - none none 200
listMyResources GET /me/resources account required account:read none none 200
updateMyProfile PATCH /me/profile account required profile:write optional none 200
listAgentGatewayTools GET /agent/tools agent required agent:* none none 200
runAgentGatewayTool POST /agent/tools:run agent required agent:* optional none 200
createWebhookSubscription POST /webhook-subscriptions webhooks required webhooks:write optional none 201
listWebhookSubscriptions GET /webhook-subscriptions webhooks required webhooks:read none none 200
rotateWebhookSubscriptionSecret POST /webhook-subscriptions/{subscription_id}/rotate-secret webhooks required webhooks:write optional none 200
listWebhookDeliveries GET /webhook-deliveries webhooks required webhooks:read none none 200
redeliverWebhookDelivery POST /webhook-deliveries/{delivery_id}/redeliver webhooks required webhooks:write required none 202
`;

/** Every error code of the contract. */
export const ERROR_FACTS: readonly ErrorFact[] = rowsOf(ERRORS).map(
  ([code = '', status, retryable, extensions]) => ({
    code,
    status: listOf(status).map(Number),
    retryable: retryable === 'retryable',
    extensions: listOf(extensions),
  }),
);

/** Every public operation of the contract. */
export const OPERATION_FACTS: readonly OperationFact[] = rowsOf(OPERATIONS).map(
  ([operationId = '', method = '', path = '', tag = '', auth = '', scopes, ...rest]) => {
    const [idempotency = '', ifMatch = '', success] = rest;
    return {
      operationId,
      method,
      path,
      tag,
      auth,
      scopes: listOf(scopes),
      idempotency,
      ifMatch,
      success: listOf(success).map(Number),
    };
  },
);

/** The scopes of the contract by sensitivity. */
export const SCOPE_FACTS = {
  base: ['openid', 'mods:read', 'files:download', 'install_plans:resolve', 'profile:read'],
  standard: ['webhooks:read', 'profile:write', 'account:read', 'builds:read', 'builds:write'],
  sensitive: [
    'versions:publish',
    'versions:archive',
    'files:manage',
    'teams:admin',
    'mods:write',
    'versions:write',
    'files:upload',
    'files:reference',
    'webhooks:write',
    'private_data:read',
    'credentials:manage',
    'agent:mods.search',
    'agent:mods.get',
    'agent:install_plans.resolve',
    'agent:downloads.resolve',
    'agent:versions.compare',
    'agent:publisher.draft',
    'agent:publisher.validate',
  ],
  internal: ['agent:run', 'agent:*', 'admin:*'],
} as const;

/**
 * The states of the contract. The registry adds states only where the contract leaves a set open.
 */
export const STATE_FACTS = {
  modVersion: 'draft validating scanning ready published archived withdrawn failed',
  uploadSession:
    'draft uploading uploaded validating scanning quarantined ready published failed cancelled',
  job: 'queued processing succeeded rejected failed cancelled',
  webhookDelivery: 'pending delivering succeeded retrying exhausted cancelled',
} as const;

/** The thirteen entities of the contract. */
export const ENTITY_FACTS =
  'game mod modVersion artifact blob uploadSession downloadGrant user team dependency job webhookSubscription webhookDelivery';

/** The statuses of a security scan. */
export const SCAN_STATUS_FACTS =
  'pending queued scanning clean quarantined rejected failed skipped';

/** The event kinds of webhooks. */
export const EVENT_FACTS =
  'mod.updated version.published file.ready file.failed upload.completed scan.completed token.changed app.changed account.access.changed';

/** The legacy status of an upload in each of its states. */
export const LEGACY_UPLOAD_FACTS =
  'draft=created uploading=uploading uploaded=uploaded validating=processing scanning=processing quarantined=quarantined ready=ready published=published failed=failed cancelled=aborted';

function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' '));
}

function listOf(cell: string | undefined): string[] {
  return cell === undefined || cell === '-' ? [] : cell.split('|');
}
