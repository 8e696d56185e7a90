import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

/** The link to the form of a new mod. */
export function NewModButton() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/mods/new">
      {t('mods.new')}
    </Button>
  );
}
