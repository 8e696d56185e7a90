import { useSearchParams } from 'react-router';
import { useDraft } from '../../kit/use-draft';

/** The names of the filters in the address. */
const NAMES = ['action', 'actor', 'target', 'outcome', 'from', 'to'] as const;

type Name = (typeof NAMES)[number];
type Values = Readonly<Record<Name, string>>;

/**
 * The filters of the log: the values of the form until its user applies them to the address
 * (`apply`). `reset` empties the form and the filters of the address.
 */
export function useAuditFilters() {
  const [, setParams] = useSearchParams();
  const [values, setValues] = useDraft(valuesIn);
  const go = (next: Values) => setParams((before) => withValues(before, next));
  return {
    values,
    setValue: (name: Name, value: string) => setValues({ ...values, [name]: value }),
    apply: () => go(values),
    reset() {
      const empty = valuesIn(new URLSearchParams());
      setValues(empty);
      go(empty);
    },
  };
}

/** The filters that an address has; an absent one is empty. */
export function valuesIn(params: URLSearchParams): Values {
  const of = (name: Name) => params.get(name) ?? '';
  return {
    action: of('action'),
    actor: of('actor'),
    target: of('target'),
    outcome: of('outcome'),
    from: of('from'),
    to: of('to'),
  };
}

/** An address with other filters. Its other parameters stay, and empty filters are not in it. */
export function withValues(params: URLSearchParams, values: Values): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of NAMES) {
    const value = values[name].trim();
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
