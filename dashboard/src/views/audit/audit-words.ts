import { useTranslation } from 'react-i18next';

/** The kinds of objects that an entry is about. */
export const TARGETS = [
  'agent_run',
  'agent_tool',
  'app',
  'app_grant',
  'artifact',
  'blob',
  'blocked_hash',
  'category',
  'credential',
  'demo',
  'downloads',
  'encryption_key',
  'game',
  'media',
  'mod',
  'mod_report',
  'operation',
  'passkey',
  'rescan',
  'search',
  'session',
  'signing_key',
  'store',
  'synonym_group',
  'upload',
  'user',
  'version',
  'webhook_delivery',
  'webhook_subscription',
] as const;

/** The kinds of credentials with which a write came. */
const CREDENTIALS = [
  'pat',
  'api_key',
  'account_key',
  'oauth',
  'agent',
  'trusted_publisher',
  'session',
  'operator',
] as const;

/** The codes of refusals: those with status 403, and `rate_limited` for too many wrong guesses. */
const REFUSALS = [
  'access_denied',
  'account_blocked',
  'confirmation_required',
  'delegated_scope_denied',
  'entitlement_required',
  'fallback_not_allowed',
  'forbidden',
  'insufficient_scope',
  'invalid_scope',
  'origin_mismatch',
  'rate_limited',
  'resource_scope_denied',
  'step_up_required',
  'team_role_denied',
  'unauthorized_client',
] as const;

/**
 * Returns the functions that name the codes of an entry: its target, credential and refusal. A code
 * of a newer service stays unchanged.
 */
export function useAuditWords() {
  const { t } = useTranslation();
  return {
    target(code: string) {
      const known = TARGETS.find((it) => it === code);
      return known ? t(`auditTarget.${known}`) : code;
    },
    credential(code: string) {
      const known = CREDENTIALS.find((it) => it === code);
      return known ? t(`credential.${known}`) : code;
    },
    refusal(code: string) {
      const known = REFUSALS.find((it) => it === code);
      return known ? `${t(`refusal.${known}`)} (${code})` : code;
    },
  };
}
