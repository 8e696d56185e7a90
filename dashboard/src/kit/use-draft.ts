import { useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The input of a search form until its user applies it to the address. Another address, for example
 * that of the back button, replaces the input by what `valueIn` finds in it.
 */
export function useDraft<Value>(
  valueIn: (params: URLSearchParams) => Value,
): readonly [value: Value, setValue: (value: Value) => void] {
  const [params] = useSearchParams();
  const address = params.toString();
  const [draft, setDraft] = useState(() => ({ address, value: valueIn(params) }));
  // Dropped and not kept aside, because the user can come back to the address of the draft.
  if (draft.address !== address) setDraft({ address, value: valueIn(params) });
  return [draft.value, (value) => setDraft({ address, value })];
}
