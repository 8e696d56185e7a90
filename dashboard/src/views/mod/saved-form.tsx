import type { ReactNode } from 'react';
import type { KeptForm } from '../../kit/kept-form';
import { ProblemAlert } from '../../kit/problem-alert';
import { RestoredNotice, SaveBar } from '../../kit/save-bar';
import { Conflicts } from './conflicts';
import type { Saving } from './use-saving';

/**
 * A form of a mod, a version or a game, with a bar that saves it. The browser keeps unsaved input
 * (`KeptForm`), and the form says if it comes from an earlier visit. The bar is missing if the user
 * may not edit (`mayEdit`, true by default). While a save has conflicts, the form shows those in
 * place of the fields (`children`).
 */
export function SavedForm(props: {
  readonly form: KeptForm;
  readonly saving: Saving;
  readonly mayEdit?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const { form, saving, mayEdit = true } = props;
  const { clash } = saving;
  return (
    <form
      className={props.className}
      onSubmit={(event) => {
        event.preventDefault();
        saving.save();
      }}
    >
      {form.isRestored && <RestoredNotice form={form} isBusy={saving.isBusy || clash !== null} />}
      {clash ? <Conflicts clash={clash} onDone={saving.resolve} /> : props.children}
      {saving.error !== null && <ProblemAlert error={saving.error} />}
      {mayEdit && !clash && <SaveBar form={form} isBusy={saving.isBusy} />}
    </form>
  );
}
