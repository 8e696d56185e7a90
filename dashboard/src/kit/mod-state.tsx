import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const COLORS = {
  draft: 'gray',
  published: 'green',
  hidden: 'red',
  archived: 'gray',
  deleted: 'red',
} as const;

/** The state of a mod. */
export function ModStateBadge({ state }: { readonly state: keyof typeof COLORS }) {
  const { t } = useTranslation();
  return (
    <Badge color={COLORS[state]} variant="light">
      {t(`modState.${state}`)}
    </Badge>
  );
}
