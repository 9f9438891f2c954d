/* th-order.c - being written */ typedef int th_order_empty;
