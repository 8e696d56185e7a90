import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from './team-api';

/** The choice of a role. */
export function RoleChoice(props: {
  readonly label: string;
  readonly value: Role;
  readonly disabled?: boolean;
  readonly onChange: (role: Role) => void;
}) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      aria-label={props.label}
      value={props.value}
      disabled={props.disabled ?? false}
      onChange={(event) => {
        const role = ROLES.find((it) => it === event.currentTarget.value);
        if (role) props.onChange(role);
      }}
      data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
    />
  );
}
