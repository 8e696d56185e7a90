import { useState } from 'react';
import { useSearchParams } from 'react-router';

const EMPTY = { action: '', actor: '', target: '', outcome: '', from: '', to: '' };

/** The name of a filter in the address. */
type Name = keyof typeof EMPTY;

/** The filters of the log: what the form has, until its user applies it to the address. */
export function useAuditFilters() {
  const [params, setParams] = useSearchParams();
  const [values, setValues] = useState(() => ({ ...EMPTY, ...Object.fromEntries(params) }));
  return {
    values,
    setValue: (name: Name, value: string) => setValues((before) => ({ ...before, [name]: value })),
    apply: () =>
      setParams(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))),
    reset() {
      setValues(EMPTY);
      setParams({});
    },
  };
}
