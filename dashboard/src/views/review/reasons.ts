import { useTranslation } from 'react-i18next';
import { REVIEW_REASONS } from '../../../../src/registry/reviews';

/**
 * Returns the function that names a reason of a review (`REVIEW_REASONS`) for people. A code that
 * this page does not know stays as it is.
 */
export function useReasonName(): (code: string) => string {
  const { t } = useTranslation();
  return (code) => {
    const known = REVIEW_REASONS.find((reason) => reason === code);
    return known ? t(`reviewReason.${known}`) : code;
  };
}
