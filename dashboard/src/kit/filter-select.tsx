import { NativeSelect } from '@mantine/core';
import { useFilters } from './use-filters';

/** A value of a filter with its name. The empty value removes the filter from the address. */
export interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

/** A select for one filter. The address of the view keeps its value (`useFilters`). */
export function FilterSelect(props: {
  /** The name of the filter in the address. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly FilterChoice[];
}) {
  const { name, label, choices } = props;
  const { get, set } = useFilters();
  return (
    <NativeSelect
      label={label}
      value={get(name)}
      onChange={(event) => set(name, event.currentTarget.value)}
      data={[...choices]}
    />
  );
}
