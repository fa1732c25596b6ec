import { CodeForm, type CodeFormProps } from '#islands/auth/CodeForm.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';

interface Props extends CodeFormProps {
  heading: string;
  onClose: () => void;
}

export function CodeDialog({ heading, onClose, ...formProps }: Props) {
  return (
    <Dialog heading={heading} onClose={onClose} className="id-dialog">
      <CodeForm {...formProps} />
    </Dialog>
  );
}
