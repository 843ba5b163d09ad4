// Messages between the page and its practice worker.
export type ToWorker = { open: true } | { say: string } | { record: string };
export type FromWorker = { opened: true } | { message: string } | { weak: true } | { closed: string };
