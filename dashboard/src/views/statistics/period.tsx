import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PERIODS, periodIn } from './statistics-api';

/** The choice of the period, which the address keeps. */
export function Period() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  return (
    <NativeSelect
      label={t('statistics.period')}
      value={periodIn(params)}
      onChange={(event) => setParams({ days: event.currentTarget.value }, { replace: true })}
      data={PERIODS.map((days) => ({
        value: String(days),
        label: days === 365 ? t('statistics.year') : t('statistics.days', { days }),
      }))}
    />
  );
}
