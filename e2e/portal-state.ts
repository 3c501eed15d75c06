import type { Vendor, VendorField } from '../tests/support/vendor';

/**
 * Remembers how the portal is set up and returns the function that restores it, because all flows share
 * one portal. A reset of the sandbox would do more: it also drops the desk's webhook subscriptions. What cannot be
 * removed (fields, picklist values) is retired; leads stay. The function returns whether the form had changed.
 */
export async function rememberPortal(vendor: Vendor): Promise<() => Promise<{ formChanged: boolean }>> {
  const [switches, fields] = await Promise.all([vendor.getSwitches(), vendor.listFields()]);
  const known = new Map(fields.map((field) => [field.fieldId, field]));
  return async () => {
    await vendor.setFaults(switches.faults);
    await vendor.setSettings(switches.settings);
    await vendor.setShape(switches.shape);
    const now = await vendor.listFields();
    for (const field of now) await restoreField(vendor, field, known.get(field.fieldId));
    await vendor.releaseDeliveries();
    return { formChanged: JSON.stringify(now) !== JSON.stringify(fields) };
  };
}

async function restoreField(
  vendor: Vendor,
  field: VendorField,
  before: VendorField | undefined,
): Promise<void> {
  if (JSON.stringify(field) === JSON.stringify(before)) return;
  if (!before) {
    if (!field.retired) await vendor.changeField(field.fieldId, { retired: true });
    return;
  }
  const { label, required, creatable, updateable, retired } = before;
  await vendor.changeField(field.fieldId, { label, required, creatable, updateable, retired });
  const options = new Map(before.options?.map((option) => [option.value, option]));
  for (const option of field.options ?? []) {
    const { label, active } = options.get(option.value) ?? { label: option.label, active: false };
    await vendor.changeOption(field.fieldId, String(option.value), { label, active });
  }
}
