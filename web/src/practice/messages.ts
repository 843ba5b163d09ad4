// What the page and its worker tell each other.
export type ToWorker = { open: true } | { say: string } | { record: string };
export type FromWorker = { opened: true } | { told: string } | { weak: true } | { closed: string };
