import { useState } from 'react';
import {
  initialQuantities,
  initialReplacements,
  parseOldInput,
  type ValuesByLine,
  valuesByLine,
} from '#islands/exchanges/chosen-goods.ts';
import { replaceFiles } from '#islands/ui/forms/pick-files.ts';
import { type RejectedForm, useForm } from '#islands/ui/forms/use-form.ts';
import { redirectWithMessage } from '#islands/ui/redirect-with-message.client.ts';
import { useUpload } from '#islands/visitor/use-upload.ts';
import { fieldErrors } from '#lib/primitives/field-errors.ts';
import { exchangeSchema } from '#lib/sales/exchanges/exchange.schema.ts';
import { EXCHANGE_DONE, EXCHANGE_FAILED, type ExchangeableLine } from '#lib/sales/exchanges/exchange.ts';

export interface ExchangeFormProps extends RejectedForm {
  orderId: string;
  token?: string | undefined;
  lines: readonly ExchangeableLine[];
  onDone?: () => void;
}

export type ExchangeFormState = ReturnType<typeof useExchangeForm>['form'];

export function exchangeAction({ orderId, token }: ExchangeFormProps): string {
  const query = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  return `/public/orders/orderExchange/${orderId}${query}`;
}

export function useExchangeForm(props: ExchangeFormProps) {
  const { orderId, token, errors, onDone } = props;
  const [images, setImages] = useState<File[]>([]);
  const upload = useUpload();
  const form = useForm({
    initial: initialValues(props),
    initialErrors: errors,
    read: (formData) => ({ lines: readChoices(formData, 'pieces'), instead: readChoices(formData, 'instead') }),
    check: ({ lines, instead, ...rest }) =>
      fieldErrors(exchangeSchema, {
        ...rest,
        order: orderId,
        pieces: [...lines.values()],
        instead: [...instead.values()],
      }),
    send({ reasons }, element) {
      const formData = replaceFiles(new FormData(element), images, 'images');
      formData.set('reasons', JSON.stringify(reasons));
      return upload.send(exchangeAction(props), formData);
    },
    failureMessage: EXCHANGE_FAILED,
    onDone() {
      form.set(initialValues({ ...props, oldInput: undefined }));
      setImages([]);
      onDone?.();
      redirectWithMessage(token === undefined ? `/account/orders/${orderId}` : `/orders/track/${token}`, EXCHANGE_DONE);
    },
  });
  return { form, upload, images, setImages };
}

function readChoices(formData: FormData, name: string): ValuesByLine {
  return valuesByLine(formData.getAll(name).map(String));
}

/** Returns the initial values, in the order of the fields on the page. */
function initialValues({ lines, oldInput = {} }: ExchangeFormProps) {
  return {
    lines: initialQuantities(lines, valuesByLine(parseOldInput(oldInput.pieces))),
    instead: initialReplacements(lines, valuesByLine(parseOldInput(oldInput.instead))),
    reasons: parseOldInput(oldInput.reasons),
    customReason: oldInput.customReason ?? '',
    hasOriginalPackaging: oldInput.hasOriginalPackaging ?? '',
  };
}
