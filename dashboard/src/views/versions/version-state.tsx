import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Version } from './version-data';

const COLORS: Readonly<Record<Version['status'], string>> = {
  draft: 'gray',
  validating: 'accent',
  scanning: 'accent',
  ready: 'green',
  published: 'green',
  archived: 'gray',
  withdrawn: 'red',
  failed: 'red',
  deleted: 'red',
};

/** The state of a version. */
export function VersionStateBadge({ state }: { readonly state: Version['status'] }) {
  const { t } = useTranslation();
  return (
    <Badge color={COLORS[state]} variant="light">
      {t(`versionState.${state}`)}
    </Badge>
  );
}
