import { useTranslation } from 'react-i18next';
import { REVIEW_REASONS } from '../../../../src/registry/reviews';

/** Returns the function that names a reason for people. A newer reason keeps its code. */
export function useReasonName(): (code: string) => string {
  const { t } = useTranslation();
  return (code) => {
    const known = REVIEW_REASONS.find((reason) => reason === code);
    return known ? t(`reviewReason.${known}`) : code;
  };
}
