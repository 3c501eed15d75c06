/** What of a service worker's scope is used here: the types of pages are loaded for everything else. */
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };

type FetchEvent = Extendable & {
  request: Request;
  clientId: string;
  respondWith(response: Promise<Response> | Response): void;
};

type Client = { url: string };

type Events = { install: Extendable; activate: Extendable; fetch: FetchEvent; sync: Extendable };

export type WorkerScope = {
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; get(id: string): Promise<Client | undefined> };
  registration: ServiceWorkerRegistration;
  location: Location;
};
