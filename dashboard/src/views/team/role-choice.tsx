import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ROLES_OF_TEAM, type TeamRole } from '../../../../src/registry/access';

/** The choice of a role in a team. */
export function RoleChoice(props: {
  readonly label: string;
  readonly value: TeamRole;
  readonly disabled?: boolean;
  readonly onChange: (role: TeamRole) => void;
}) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      aria-label={props.label}
      value={props.value}
      disabled={props.disabled ?? false}
      onChange={(event) => {
        const role = ROLES_OF_TEAM.find((it) => it === event.currentTarget.value);
        if (role) props.onChange(role);
      }}
      data={ROLES_OF_TEAM.map((value) => ({ value, label: t(`role.${value}`) }))}
    />
  );
}
