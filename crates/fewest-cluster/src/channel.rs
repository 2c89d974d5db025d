//! Channels between workers, carried by Timely.

use std::cell::RefCell;
use std::rc::Rc;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::{Operator, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// A channel to all workers. Data sent to `input` arrives in the `inbox` of the receiving worker;
/// the probe shows what is still in transit.
pub(crate) struct Channel<D: timely::ExchangeData + Clone> {
    pub input: InputHandle<u64, CapacityContainerBuilder<Vec<D>>>,
    pub inbox: Rc<RefCell<Vec<D>>>,
    pub probe: ProbeHandle<u64>,
}

impl<D: timely::ExchangeData + Clone> Channel<D> {
    pub fn new(worker: &mut Worker, to: impl Fn(&D) -> u64 + 'static) -> Self {
        let mut input = InputHandle::new();
        let inbox = Rc::new(RefCell::new(Vec::new()));
        let operator_inbox = Rc::clone(&inbox);
        let probe = worker.dataflow(|scope| {
            let arrived = input
                .to_stream(scope)
                .unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                    Exchange::new(to),
                    "Arrive",
                    |_, _| {
                        move |input, _| {
                            input.for_each_stamp(|_, data| {
                                for data in data {
                                    operator_inbox.borrow_mut().append(data);
                                }
                            });
                        }
                    },
                );
            arrived.probe().0
        });
        Self {
            input,
            inbox,
            probe,
        }
    }
}
