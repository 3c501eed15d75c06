/** What is stored on the device: readable only with the device's key. */
export type Sealed = { keyId: string; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

/** The device's key. It cannot leave the browser, not even to our own scripts. */
export type SealKey = { id: string; key: CryptoKey };

export async function newSealKey(): Promise<SealKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  return { id: crypto.randomUUID(), key };
}

/** @param name where it is stored: sealed with it, so that no record can take another's place */
export async function seal(value: unknown, name: string, { id, key }: SealKey): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  const data = await crypto.subtle.encrypt(parametersOf(iv, name), key, plain);
  return { keyId: id, iv, data };
}

/** @throws {DOMException} if it was sealed with another key or under another name, or was changed */
export async function unseal(sealed: Sealed, name: string, { key }: SealKey): Promise<unknown> {
  const plain = await crypto.subtle.decrypt(parametersOf(sealed.iv, name), key, sealed.data);
  return JSON.parse(new TextDecoder().decode(plain));
}

function parametersOf(iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) };
}
