import { useEffect } from 'react';
import { ExchangePackaging, ExchangeReasons } from '#islands/exchanges/ExchangeFields.tsx';
import { ExchangeGoods } from '#islands/exchanges/ExchangeGoods.tsx';
import { type ExchangeFormProps, exchangeAction, useExchangeForm } from '#islands/exchanges/use-exchange-form.ts';
import { FilePicker } from '#islands/ui/forms/FilePicker.tsx';
import { SendBar } from '#islands/ui/forms/SendBar.tsx';
import { EXCHANGE_IMAGE_RULES, EXCHANGE_POLICY } from '#lib/sales/exchanges/exchange.ts';

interface Props extends ExchangeFormProps {
  onSending?: (isSending: boolean) => void;
}

export function ExchangeForm({ onSending, ...props }: Props) {
  const { form, upload, images, setImages } = useExchangeForm(props);
  const { isSending } = form;
  useEffect(() => onSending?.(isSending), [onSending, isSending]);
  return (
    <form {...form.props} action={exchangeAction(props)} encType="multipart/form-data" className="grid max-w-2xl gap-6">
      <input type="hidden" name="orderId" value={props.orderId} />
      <fieldset disabled={isSending} className="grid min-w-0 gap-6">
        <legend className="sr-only">Exchange request</legend>
        <ExchangeGoods lines={props.lines} form={form} />
        <ExchangeReasons form={form} />
        <ExchangePackaging form={form} />
        <FilePicker
          label="Images"
          rules={EXCHANGE_IMAGE_RULES}
          error={props.errors?.images}
          help="Pictures of the problem: up to 5 files of 5 MB each."
          files={images}
          onChange={setImages}
          isDisabled={isSending}
        />
        <ul className="list-disc pl-5 text-soft">
          {EXCHANGE_POLICY.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </fieldset>
      <SendBar label="Submit request" upload={upload} failureMessage={form.failureMessage} />
    </form>
  );
}
