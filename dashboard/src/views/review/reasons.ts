import { useTranslation } from 'react-i18next';

/** Why a scan sends an upload to a moderator; see `ReviewReason` of the registry. */
export const REVIEW_REASONS = [
  'ambiguous_name',
  'antivirus_stream_limit',
  'antivirus_unknown',
  'executable_content',
  'inspection_failed',
  'inspection_memory',
  'manual_intervention_required',
  'method_not_supported',
  'nested_archive',
  'nested_archive_not_inspected',
  'unverified_content',
] as const;

/** Returns the function that names a reason for people. A newer reason keeps its code. */
export function useReasonName(): (code: string) => string {
  const { t } = useTranslation();
  return (code) => {
    const known = REVIEW_REASONS.find((reason) => reason === code);
    return known ? t(`reviewReason.${known}`) : code;
  };
}

/** Why a moderator rejects an upload. */
export const REJECTIONS = [
  'harmful',
  'misleading',
  'rights_violation',
  'policy_violation',
  'broken_file',
  'unverifiable',
] as const;
